/// A kind of named contract part, and the impact of adding, removing or renaming one.
struct PartKind: Sendable {
    struct Event: Sendable {
        let rule: ComparisonRule
        let impact: Impact
        var remark = ""
    }

    let noun: String
    let added: Event
    let removed: Event
    var renamed: Event?
    var isGrouped = false

    static let model = PartKind(
        noun: "model", added: Event(rule: .modelAdded, impact: .harmless),
        removed: Event(rule: .modelRemoved, impact: .client(.risky)),
        renamed: Event(rule: .modelRenamed, impact: .harmless, remark: " but otherwise the same"), isGrouped: true)
    static let endpoint = PartKind(
        noun: "endpoint", added: Event(rule: .endpointAdded, impact: .provider(.risky)),
        removed: Event(rule: .endpointRemoved, impact: .client(.breaking)),
        renamed: Event(rule: .endpointRenamed, impact: .client(.risky), remark: " but sends the same request"),
        isGrouped: true)
    static let property = PartKind(
        noun: "property", added: Event(rule: .modelPropertyMapped, impact: .harmless),
        removed: Event(rule: .modelPropertyUnmapped, impact: .client(.breaking)))
    static let variant = PartKind(
        noun: "variant", added: Event(rule: .modelPropertyMapped, impact: .client(.risky)),
        removed: Event(rule: .modelPropertyUnmapped, impact: .client(.breaking)))
    static let testCase = testPart("case", .caseAdded, .harmless, .caseRemoved)
    static let reject = testPart("reject", .rejectAdded, .client(.breaking), .rejectRemoved)
    static let scenario = testPart("scenario", .scenarioAdded, .harmless, .scenarioRemoved)
    static let fault = testPart("fault", .faultAdded, .client(.risky), .faultRemoved)
    static let query = requestPart("query parameter", .queryAdded, .queryRemoved)
    static let header = requestPart("header", .requestHeaderAdded, .requestHeaderRemoved)
    static let formField = requestPart("form field", .formFieldAdded, .formFieldRemoved)
    static let part = requestPart("part", .formFieldAdded, .formFieldRemoved)

    private static func testPart(
        _ noun: String, _ added: ComparisonRule, _ impact: Impact, _ removed: ComparisonRule
    ) -> PartKind {
        PartKind(
            noun: noun, added: Event(rule: added, impact: impact),
            removed: Event(rule: removed, impact: .client(.risky), remark: ", so it is no longer tested"))
    }

    private static func requestPart(_ noun: String, _ added: ComparisonRule, _ removed: ComparisonRule) -> PartKind {
        let impact = Impact(client: .breaking, provider: .risky)
        return PartKind(
            noun: noun, added: Event(rule: added, impact: impact), removed: Event(rule: removed, impact: impact),
            isGrouped: true)
    }
}
