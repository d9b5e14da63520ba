import JSONSchema

/// A property that no schema names, as services add them.
enum UnknownPropertyStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard var members = site.value.objectValue else { return [] }
        // The keys of a dictionary by numbers are numbers.
        if !members.isEmpty, members.keys.allSatisfy({ Int($0) != nil }) { return [] }
        members["x-unknown-property"] = [["nested": 1]]
        return [ProbeChange("has an unknown property", .unknown, .object(members))]
    }
}
