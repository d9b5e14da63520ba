import ContractFormat

/// One unit that passes or fails in a report, named by a path such as `elements/model/Element`.
public struct Check: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The subject of a check.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The fit of contract, recordings and bindings.
        case contract
        /// The results of a request builder for ordinary and hostile arguments.
        case request
        /// Status, headers and body of a response.
        case response
        /// The results of an initializer for JSON.
        case model
        /// The result or error of a whole client call.
        case client
        /// Arguments that a request builder must refuse.
        case rejects
        /// The result of a client call when the network fails.
        case faults
        /// Calls in a row that share state.
        case scenario
        /// The results of a model or a client call for changes that its provider makes without asking.
        case survival
        /// The checks that notice a weaker contract.
        case strength
    }

    /// The path `SERVICE/KIND[/NAME[/CASE]]`, unique in a suite and stable from run to run.
    public let id: String
    /// The service the check belongs to.
    public let service: String
    /// The subject of the check.
    public let kind: Kind
    /// The endpoint, model or scenario, and below it the case, the fault or the arguments; empty for a contract check.
    package let names: [String]

    /// Makes the check `SERVICE/KIND/NAME…`, or `SERVICE/KIND` where no names are given.
    public init(service: String, kind: Kind, _ names: String...) { self.init(service: service, kind: kind, names) }

    init(service: String, kind: Kind, _ names: [String]) {
        self.id = ([service, kind.rawValue] + names).joined(separator: "/")
        self.service = service
        self.kind = kind
        self.names = names
    }

    /// Reads an identifier; `nil` for one that does not begin with the service and the kind.
    package init?(id: String, service: String, kind: Kind) {
        let start = "\(service)/\(kind.rawValue)"
        guard id.utf8.starts(with: start.utf8) else { return nil }
        let rest = String(decoding: id.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        guard rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") else { return nil }
        self.id = id
        self.service = service
        self.kind = kind
        names =
            rest.isEmpty
            ? []
            : rest.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }

    /// The name of its model or scenario.
    var name: String { names.joined(separator: "/") }

    /// The name of its case, fault or arguments.
    var part: String { names.dropFirst().joined(separator: "/") }

    /// The recording of its calls; `nil` for one that looks at no case or scenario of its own.
    var recording: String? {
        switch kind {
        case .response, .client: RecordingName.file(service: service, endpoint: names.first ?? "", case: part)
        case .scenario: RecordingName.file(service: service, scenario: name)
        case .contract, .request, .model, .rejects, .faults, .survival, .strength: nil
        }
    }

    /// Compares identifiers.
    public static func == (lhs: Check, rhs: Check) -> Bool { lhs.id == rhs.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// The identifier.
    public var description: String { id }
}

extension Check: Codable {
    /// Reads the identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let id = try container.decode(String.self)
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let kind = Kind(rawValue: String(parts[1])),
            let check = Check(id: id, service: String(parts[0]), kind: kind)
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(id)' names no check") }
        self = check
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}
