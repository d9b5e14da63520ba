import JSONSchema

enum TypeStrategy: ProbeStrategy {
    private static let others: [(String, JSON)] = [
        ("is true", true), ("is an integer", 7), ("is 1", 1), ("is a fraction", 1.5), ("is a string", "text"),
        ("is a digit string", "7"), ("is an array", []), ("is an object", [:]),
    ]

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        // The value's own text satisfies every bound.
        let own = site.value.numberValue.map { [("is the number as a string", JSON.string($0.text))] } ?? []
        return (others.filter { $0.1.plainType != site.value.plainType } + own).map { what, value in
            ProbeChange(what, .type, value, isBridged: isBridged(site.value, value))
        }
    }

    /// Foundation reads a boolean as a number, and 0 and 1 as booleans, so a cast cannot distinguish them.
    private static func isBridged(_ good: JSON, _ other: JSON) -> Bool {
        switch (good, other) {
        case (.number, .bool): true
        case (.bool, .number): other == 1 || other == 0
        default: false
        }
    }
}
