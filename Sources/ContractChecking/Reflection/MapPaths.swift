import ContractFormat

/// The words of a map on the parts of a value, by paths from it.
struct MapPaths {
    var claimed: [[String]] = []
    /// Properties that are no data.
    var ignored: [[String]] = []
    /// Properties whose pointers the map names.
    var mapped: [[String]] = []
    /// Members that no property reads, `*` for every element.
    var unread: [[String]] = []
    /// Properties of the elements or values of a container, with the model that maps them.
    var elements: [(container: [String], property: PropertyContract, model: ModelContract)] = []

    mutating func addElements(_ properties: [PropertyContract], of model: ModelContract) {
        elements += properties.compactMap(\.ofElements).map { ($0.container.tokens + ["*"], $0.property, model) }
    }

    /// The members that explicit properties read, or parts of which they do.
    var read: Set<String> { Set(claimed.compactMap(\.first)) }

    /// The words on a member, and on the property that reads it.
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
