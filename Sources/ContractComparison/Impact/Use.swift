/// Who sends or reads the values of a schema.
struct Use: Sendable, Hashable {
    enum Owner: Sendable, Hashable {
        case endpoint(String)
        case model(String)
    }

    let owner: Owner
    let position: Position
}

/// Everything that a change of a schema reaches: in which ways, and whom.
struct Reach: Sendable {
    /// A place that values go through, and what wider values of the schema mean there.
    struct Way: Sendable, Hashable {
        let position: Position
        let direction: Direction
    }

    /// How many are remembered by name: a definition that everything uses would otherwise cost as much as everything.
    private static let limit = 24

    private(set) var ways: Set<Way> = []
    private(set) var owners: Set<Use.Owner> = []

    /// Whether more are reached than are remembered.
    var isFull: Bool { owners.count >= Self.limit }

    /// The names of the endpoints, sorted.
    var endpoints: [String] {
        owners.compactMap { owner in
            switch owner {
            case .endpoint(let name): name
            case .model: nil
            }
        }.sorted()
    }

    /// Whether the use adds anything.
    mutating func insert(_ use: Use, _ direction: Direction) -> Bool {
        let isNewWay = ways.insert(Way(position: use.position, direction: direction)).inserted
        let isNewOwner = !isFull && owners.insert(use.owner).inserted
        return isNewWay || isNewOwner
    }

    func merged(with other: Reach) -> Reach {
        var merged = self
        merged.ways.formUnion(other.ways)
        merged.owners.formUnion(other.owners)
        return merged
    }
}
