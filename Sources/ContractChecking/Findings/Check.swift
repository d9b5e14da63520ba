import ContractFormat

/// A check, named by a path such as `elements/model/Element`.
public struct Check: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The kind of a check.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Consistency of contract, recordings and bindings.
        case contract
        /// Requests built for ordinary and hostile arguments.
        case request
        /// Status, header fields and body of a response.
        case response
        /// Models created from JSON.
        case model
        /// The outcome of a client call.
        case client
        /// Arguments that a request builder must reject.
        case rejects
        /// The outcome of a client call when the network fails.
        case faults
        /// Consecutive calls that share state.
        case scenario
        /// The effect of unannounced provider changes on a model or client call.
        case survival
        /// The mutations of the contract that its checks notice.
        case strength
    }

    /// The path `SERVICE/KIND[/NAME[/CASE]]`, unique in a suite and stable between runs.
    public let id: String
    /// The service that the check belongs to.
    public let service: String
    /// The kind of the check.
    public let kind: Kind
    /// The endpoint, model or scenario, followed by the case, fault or rejected arguments. Empty for a contract check.
    package let names: [String]

    /// Creates the check `SERVICE/KIND/NAME…`.
    public init(service: String, kind: Kind, _ names: String...) { self.init(service: service, kind: kind, names) }

    init(service: String, kind: Kind, _ names: [String]) {
        self.id = ([service, kind.rawValue] + names).joined(separator: "/")
        self.service = service
        self.kind = kind
        self.names = names
    }

    /// Parses an identifier. Returns `nil` unless it begins with the service and the kind.
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

    var name: String { names.joined(separator: "/") }

    var part: String { names.dropFirst().joined(separator: "/") }

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
    /// Decodes the identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let id = try container.decode(String.self)
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let kind = Kind(rawValue: String(parts[1])),
            let check = Check(id: id, service: String(parts[0]), kind: kind)
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(id)' is not the name of a check")
        }
        self = check
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

package enum ShellWord {
    /// Returns the `--only` argument that selects exactly one check.
    package static func glob(_ identifier: String) -> String { quoted(Glob.exact(identifier)) }

    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./:=,@%+".unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
