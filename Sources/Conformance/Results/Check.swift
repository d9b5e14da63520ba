/// One unit that passes or fails in a report, named by a path such as `elements/model/Element`.
public struct Check: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// What a check examines.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case contract, request, response, model, client, rejects, faults, scenario
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
