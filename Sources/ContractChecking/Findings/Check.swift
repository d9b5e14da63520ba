/// One unit that passes or fails in a report, named by a path such as `elements/model/Element`.
public struct Check: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// What a check examines.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Whether contract, recordings and bindings fit together.
        case contract
        /// What a request builder makes of ordinary and of hostile arguments.
        case request
        /// Status, headers and body of a response.
        case response
        /// What an initializer makes of JSON.
        case model
        /// What a whole client call returns or throws.
        case client
        /// Arguments that a request builder must refuse.
        case rejects
        /// What a client call ends in when the network fails.
        case faults
        /// Calls in a row that share state.
        case scenario
    }

    /// The path `SERVICE/KIND[/NAME[/CASE]]`, unique in a suite and stable from run to run.
    public let id: String
    /// The service the check belongs to.
    public let service: String
    /// What the check examines.
    public let kind: Kind

    /// Makes the check `SERVICE/KIND/NAME…`, or `SERVICE/KIND` where no names are given.
    public init(service: String, kind: Kind, _ names: String...) {
        self.id = ([service, kind.rawValue] + names).joined(separator: "/")
        self.service = service
        self.kind = kind
    }

    /// The identifier.
    public var description: String { id }
}
