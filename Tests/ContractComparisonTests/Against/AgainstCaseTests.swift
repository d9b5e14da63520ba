import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// Differences between a contract and a document, one folder each: `contract.json`, `openapi.json`, and `expected.json`
/// with the coverage of each endpoint and every finding with both locations. To add a case, add a folder.
struct AgainstCaseTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Cases/against")
    private static let names: [String] = {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } catch { return [] }
    }()

    @Test func everyRuleHasACase() {
        let missing = AgainstRule.allCases.map { String($0.rawValue.dropFirst("against.".count)) }
            .filter { !Self.names.contains($0) }
        #expect(missing == [])
        #expect(Self.names.count { $0.hasPrefix("covered") } >= 7)
    }

    @Test(arguments: names)
    func reportsTheExpectedFindings(name: String) throws {
        let found = try JSON(parsing: Self.summary(Self.compared(name)).text(.pretty))
        let file = Self.folder.appendingPathComponent("\(name)/expected.json")
        let expected = try JSON(parsing: try Data(contentsOf: file))
        #expect(found == expected, "\(found.text(.pretty))")
        if name.hasPrefix("covered") { #expect(found["findings"] == []) }
        let rule = "against." + (name.split(separator: " ").first ?? "")
        if AgainstRule(rawValue: rule) != nil {
            #expect(found["findings"]?.arrayValue?.contains { $0["rule"]?.stringValue == rule } ?? false)
        }
    }

    @Test(arguments: names.filter { $0.hasPrefix("response") })
    func repeatsTheSameFindingsForTheSameInput(name: String) throws {
        let first = try Self.compared(name)
        let second = try Self.compared(name)
        #expect(first.report.findings == second.report.findings)
        #expect(Set(first.report.findings.map(\.fingerprint)).count == first.report.findings.count)
    }

    private static func compared(_ name: String) throws -> ContractsAgainst.Result {
        let folder = folder.appendingPathComponent(name)
        let loaded = ContractLoader.load(file: folder.appendingPathComponent("contract.json"), service: "notes")
        #expect(loaded.faults == [])
        let contract = try #require(loaded.contract)
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("openapi.json")))
        let document = try OpenAPIDocument(parsing: bytes, file: "openapi.json")
        return ContractsAgainst(document: document, contracts: [contract]).compared()
    }

    private static func summary(_ outcome: ContractsAgainst.Result) -> JSON {
        [
            "endpoints": .object(
                JSONObject(
                    outcome.entries.map { entry in
                        let operation = entry.operation.map { "\($0.label) at \($0.place.line):\($0.place.column)" }
                        return (entry.check.id, .string("\(entry.coverage.rawValue), \(operation ?? "nothing")"))
                    })),
            "findings": .array(outcome.report.findings.map(summary)),
        ]
    }

    private static func summary(_ finding: Finding) -> JSON {
        func place(_ place: Place?) -> JSON { place.map { .string("\($0.line):\($0.column) \($0.pointer)") } ?? .null }
        return [
            "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
            "message": .string(finding.message), "expected": finding.expected.map(JSON.string) ?? .null,
            "found": finding.found.map(JSON.string) ?? .null, "contract": place(finding.contract),
            "document": place(finding.recording),
        ]
    }
}
