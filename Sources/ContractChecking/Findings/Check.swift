import ContractFormat

/// A check, named by a path such as `elements/model/Element`.
public struct Check: Sendable, Hashable, Codable, Identifiable, RawRepresentable, CustomStringConvertible {
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

    /// Parses an identifier. Returns `nil` unless its second part is a kind.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let kind = Kind(rawValue: parts[1]) else { return nil }
        self.init(service: parts[0], kind: kind, Array(parts.dropFirst(2)))
    }

    /// The identifier.
    public var rawValue: String { id }

    var name: String { names.joined(separator: "/") }

    var part: String { names.dropFirst().joined(separator: "/") }

    var recording: String? {
        switch kind {
        case .response, .client: RecordingName.file(service: service, endpoint: names.first ?? "", case: part)
        case .scenario: RecordingName.file(service: service, scenario: name)
        case .contract, .request, .model, .rejects, .faults, .survival, .strength: nil
        }
    }

    /// The identifier.
    public var description: String { id }
}

package enum ShellWord {
    /// Returns the `--only` argument that selects exactly one check.
    package static func glob(_ identifier: String) -> String { quoted(Glob.exact(identifier)) }

    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./:=,@%+".unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
