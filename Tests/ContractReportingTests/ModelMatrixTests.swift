import ContractChecking
import Testing

@testable import ContractReporting

struct ModelMatrixTests {
    private func outcome(_ pointer: String, _ kind: String, _ name: String = "n", rule: String? = nil) -> ProbeOutcome {
        .init(name: name, kind: kind, pointer: pointer, expected: "nil", found: "nil", rule: rule)
    }

    private func result(_ outcomes: [ProbeOutcome], findings: [Finding] = []) -> CheckResult {
        CheckResult(
            check: Check(service: "a", kind: .model, "M"), outcome: .passed, findings: findings, outcomes: outcomes)
    }

    @Test func hasARowForTheWholeValueAndEachProperty() throws {
        let matrix = try #require(
            ModelMatrix(
                of: result([
                    outcome("/b", "null"), outcome("/a/0/x", "type"), outcome("", "example"), outcome("/a/4/x", "type"),
                    outcome("/b", "missing"),
                ])))
        #expect(matrix.rows.map(\.place) == ["", "/b", "/a/*/x"])
        #expect(matrix.kinds == ["example", "missing", "null", "type"])
        #expect(matrix.rows.last?.cells["type"]?.outcomes.count == 2)
        #expect(matrix.rows.last?.cells["null"] == nil)
    }

    @Test func givesACellTheWorstSeverityOfItsProbes() throws {
        let warning = sampleFinding(rule: "model.bridging", severity: .warning)
        let matrix = try #require(
            ModelMatrix(
                of: result(
                    [
                        outcome("/a", "type", rule: "model.bridging"), outcome("/a", "type"),
                        outcome("/b", "type", rule: "model.trap"), outcome("/b", "type", rule: "model.bridging"),
                        outcome("/c", "type"),
                    ], findings: [warning])))
        #expect(matrix.rows.map { $0.cells["type"]?.severity } == [.warning, .error, nil])
        #expect(matrix.rows.map { $0.cells["type"]?.broken } == [1, 2, 0])
    }

    @Test func isAbsentWithoutProbes() {
        #expect(ModelMatrix(of: result([])) == nil)
        #expect(!Report(checks: [result([])], seconds: 0).rendered(as: .html).contains("class=\"matrix\""))
    }

    @Test func groupsTheProbesOfACellByOutcome() {
        let probes = [
            ProbeOutcome(name: "/a is 1", kind: "type", pointer: "/a", expected: "nil", found: "nil", rule: nil),
            .init(name: "/a is <b>", kind: "type", pointer: "/a", expected: "nil", found: "nil", rule: nil),
            .init(
                name: "/a is true", kind: "type", pointer: "/a", expected: "nil", found: "a value",
                rule: "model.false-accept"),
        ]
        let page = Report(checks: [result(probes)], seconds: 0).rendered(as: .html)
        #expect(page.contains("<summary aria-label=\"/a, type: 3 probes, 1 not as expected\"><strong>✕1</strong>"))
        #expect(page.contains("<li>/a is true: <span class=\"expected\">expected nil</span>, "))
        #expect(page.contains("<span>is 1</span>, <span>is &lt;b&gt;</span></p>"))
    }

    @Test func limitsThePageSizeForManyProbes() {
        let text = String(repeating: "x", count: 1000)
        let probes = (0..<20_000).map { outcome("/\($0 % 2000)\(text)", "type", text, rule: $0 == 19_999 ? "r" : nil) }
        let page = Report(checks: [result(probes)], seconds: 0).rendered(as: .html)
        #expect(page.utf8.count < 2_000_000)
        #expect(page.contains("1 not as expected"))
        #expect(page.contains("and 1700 more places, all as expected"))
    }
}
