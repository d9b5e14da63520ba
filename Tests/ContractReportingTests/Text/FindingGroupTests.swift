import ContractChecking
import JSONSchema
import Testing

@testable import ContractReporting

/// Grouping of findings: a model's fault also occurs in each model that contains it, but is shown as one fault.
struct FindingGroupTests {
    private func finding(
        _ message: String, of check: String, _ detail: String, rule: ModelRule = .falseAccept,
        severity: Severity = .error, at line: String = "/models/Company/schema/properties/size/type"
    ) -> Finding {
        var finding = Finding(
            rule, MessageText(message), at: JSONPointer(tokens: line.split(separator: "/").map(String.init)),
            about: [detail, "missing"])
        finding.severity = severity
        finding.fingerprint = "\(check) \(detail) \(rule) \(severity) \(line)"
        return finding
    }

    @Test func groupsAFaultUnderTheModelThatHasIt() {
        let groups = FindingGroup.groups(
            of: [
                finding("'JobPage' accepts an object in '/items/*' without 'size'", of: "JobPage", "/items/*/size"),
                finding("'Job' accepts it in '/company' without 'size'", of: "Job", "/company/size"),
                finding("'Company' accepts it without 'size'", of: "Company", "/size"),
            ], joinsCauses: true)
        #expect(groups.map(\.first.message) == ["'Company' accepts it without 'size'"])
        #expect(groups.map(\.others.count) == [2])
    }

    @Test func groupsAWrongValueOfModelsThatShareADefinition() {
        let groups = FindingGroup.groups(
            of: [
                finding("'author.seen' does not follow '/author/seen'", of: "Message", "", rule: .wrongValue),
                finding("'seen' does not follow '/seen'", of: "Person", "", rule: .wrongValue),
            ], joinsCauses: true)
        #expect(groups.map(\.first.message) == ["'seen' does not follow '/seen'"])
    }

    /// A different member, rule, location or severity makes a different fault.
    @Test func separatesDifferentFaults() {
        let groups = FindingGroup.groups(
            of: [
                finding("a", of: "Company", "/size"), finding("b", of: "Job", "/company/name"),
                finding("c", of: "Job", "/company/size", rule: .wrongValue),
                finding("d", of: "Job", "/company/size", severity: .info),
                finding("e", of: "Job", "/company/size", at: "/models/Job/schema"),
            ], joinsCauses: true)
        #expect(groups.map(\.first.message) == ["a", "b", "c", "e", "d"])
        #expect(groups.allSatisfy { $0.others.isEmpty })
    }

    @Test func groupsFaultsOfSeveralChecksWithOneText() {
        func fault(_ message: MessageText, _ found: MessageText, at line: JSONPointer) -> Finding {
            var finding = Finding(RequestRule.header, message, expected: "a value", found: found, at: line)
            finding.fingerprint = "\(line)"
            return finding
        }
        let findings = [
            fault("the header 'Accept' differs", "a", at: "/endpoints/find/request"),
            fault("the header 'Accept' differs", "b", at: "/endpoints/find/cases/1"),
            fault("the header 'Accept' differs", "a", at: "/endpoints/list/request"),
            fault("the header 'Cookie' differs", "a", at: "/endpoints/list/cases/1"),
        ]
        let groups = FindingGroup.groups(of: findings, joinsCauses: true)
        #expect(groups.map { [$0.first] + $0.others } == [[findings[0], findings[2]], [findings[1]], [findings[3]]])
        #expect(FindingGroup.groups(of: findings).count == 4)
    }
}
