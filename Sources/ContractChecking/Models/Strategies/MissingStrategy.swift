import JSONSchema

/// A member that is not there, and one that is null.
enum MissingStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        let missing = ProbeChange("is missing", .missing, .remove)
        return site.value.isNull ? [missing] : [missing, ProbeChange("is null", .null, .null)]
    }
}
