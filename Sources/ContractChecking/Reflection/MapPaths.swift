import ContractFormat

/// The map entries for the parts of a value, by path from the value.
struct MapPaths {
    var claimed: [[String]] = []
    var ignored: [[String]] = []
    var mapped: [[String]] = []
    /// Members that no property reads, with `*` for every element.
    var unread: [[String]] = []
    var elements: [(container: [String], property: PropertyContract, model: ModelContract)] = []

    mutating func addElements(_ properties: [PropertyContract], of model: ModelContract) {
        elements += properties.compactMap(\.ofElements).map { ($0.container.tokens + ["*"], $0.property, model) }
    }

    /// The members that explicit properties read in whole or in part.
    var read: Set<String> { Set(claimed.compactMap(\.first)) }

    /// Returns the entries below a member, and below the property that reads it.
    func below(_ member: String, of property: String? = nil) -> MapPaths {
        MapPaths(
            claimed: Self.below(member, claimed), ignored: property.map { Self.below($0, ignored) } ?? [],
            mapped: property.map { Self.below($0, mapped) } ?? [], unread: Self.below(member, unread),
            elements: Self.below(member, elements))
    }

    var belowElements: MapPaths {
        MapPaths(
            claimed: Self.below("*", claimed), ignored: ignored, unread: Self.below("*", unread),
            elements: Self.below("*", elements))
    }

    private typealias Elements = [(container: [String], property: PropertyContract, model: ModelContract)]

    private static func below(_ name: String, _ elements: Elements) -> Elements {
        elements.compactMap { element in
            guard let first = element.container.first, first == name || first == "*" else { return nil }
            return (Array(element.container.dropFirst()), element.property, element.model)
        }
    }

    static func below(_ name: String, _ paths: [[String]]) -> [[String]] {
        paths.filter { $0.count > 1 && ($0[0] == name || $0[0] == "*") }.map { Array($0.dropFirst()) }
    }
}
