import ContractChecking
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractComparison

/// Changes of a contract, one folder for each rule and for each change that must not be reported: `old.json`,
/// `new.json`, recordings of the only case as `old.har` and `new.har`, other documents as `old.NAME` and `new.NAME`,
/// and every finding in `expected.json`. To add a case, add a folder.
struct CompareCorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Cases/compare")
    private static let names: [String] = {
        do { return try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() } catch { return [] }
    }()

    @Test func hasCases() { #expect(Self.names.count >= 123) }

    @Test(arguments: names)
    func reportsTheExpectedChanges(name: String) throws {
        let findings = try Self.folder(of: name).report().findings.map { finding -> JSON in
            let file = URL(fileURLWithPath: finding.contract.file).deletingLastPathComponent().path
            let side = file.contains("/old/") ? "old" : "new"
            let name = URL(fileURLWithPath: finding.contract.file).lastPathComponent
            let ending = name == "contract.json" ? "json" : name == "list.some.har" ? "har" : name
            return [
                "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message), "expected": .string(finding.expected ?? ""),
                "found": .string(finding.found ?? ""),
                "at": .string("\(side).\(ending):\(finding.contract.line):\(finding.contract.column)"),
            ]
        }
        let expected = try JSON(
            parsing: try Data(contentsOf: Self.corpus.appendingPathComponent("\(name)/expected.json")))
        #expect(JSON.array(findings).text(.pretty) == expected.text(.pretty))
    }

    @Test(arguments: ComparisonRule.allCases)
    func everyRuleHasAFolder(rule: ComparisonRule) throws {
        let name = String(rule.rawValue.dropFirst("compare.".count))
        try #require(Self.names.contains(name))
        #expect(try Self.folder(of: name).report().findings.contains { $0.rule == rule.rawValue })
    }

    /// The severity is the worst for either party, or that of the only selected party.
    @Test func judgesSeverityForTheSelectedParties() throws {
        let folder = try Self.folder(of: "property-became-optional")
        var options = ComparisonOptions()
        options.parties = [.provider]
        let findings = folder.report(options).findings
        #expect(findings.map(\.severity) == [.info])
        #expect(
            findings.map(\.message) == [
                "'/id' of response 200 of 'list' is no longer required: harmless for the provider"
            ])
        #expect(folder.report(options).passed)
        options.parties = [.client]
        #expect(folder.report(options).findings.map(\.severity) == [.error])
        #expect(!folder.report(options).passed)
    }

    @Test func failsOnRiskyChangesOnRequest() throws {
        let folder = try Self.folder(of: "endpoint-added")
        var options = ComparisonOptions()
        #expect(folder.report(options).passed)
        options.failOn = .warning
        #expect(!folder.report(options).passed)
    }

    @Test func givesTheSameFindingsInTheSameOrderEachTime() throws {
        let first = try Self.folder(of: "bound-tightened of a shared definition").report().findings
        let folder = try Self.folder(of: "bound-tightened of a shared definition")
        let again = folder.report().findings
        #expect(first.map(\.fingerprint) == again.map(\.fingerprint))
        #expect(again == folder.report().findings)
        #expect(Set(again.map(\.fingerprint)).count == again.count)
    }

    /// A changed shared definition is reported once, with the names of a few endpoints that use it.
    @Test func namesSomeOfManyEndpoints() throws {
        func contract(_ bound: Int) -> String {
            let endpoints = (10..<50).map { number in
                """
                "e\(number)": { "request": { "method": "GET", "path": "/" }, "cases": [{ "name": "a", "status": 200 }],
                  "responses": { "200": { "schema": { "$ref": "#/$defs/text" } } } }
                """
            }
            return """
                { "service": "shop", "origin": "https://shop.example.com",
                  "$defs": { "text": { "type": "string", "maxLength": \(bound) } },
                  "endpoints": { \(endpoints.joined(separator: ",\n")) } }
                """
        }
        let folder = try TemporaryFolder()
        try folder.write(contract(9), to: "old/Contracts/shop/contract.json")
        try folder.write(contract(8), to: "new/Contracts/shop/contract.json")
        let comparison = ContractComparison(from: folder.revision("old"), to: folder.revision("new"))
        let findings = withExtendedLifetime(folder) { comparison.report().findings }
        #expect(
            findings.map(\.message) == [
                "'maxLength' of definition 'text' is lowered, used by e10, e11, e12, e13, e14, e15 and many more: "
                    + "harmless for the client, breaking for the provider"
            ])
    }

    // MARK: - Folders

    private struct Case {
        let folder: TemporaryFolder
        let comparison: ContractComparison

        /// Keeps the folder alive until the report exists.
        func report(_ options: ComparisonOptions = .init()) -> Report {
            withExtendedLifetime(folder) { comparison.report(options) }
        }
    }

    private static func folder(of name: String) throws -> Case {
        let folder = try TemporaryFolder()
        for side in ["old", "new"] {
            for file in try FileManager.default.contentsOfDirectory(atPath: corpus.appendingPathComponent(name).path)
            where file.hasPrefix("\(side).") {
                let rest = file.dropFirst(side.count + 1)
                let target =
                    rest == "json"
                    ? "Contracts/shop/contract.json"
                    : rest == "har"
                        ? "Recordings/shop/list.some.har"
                        : "Contracts/shop/\(rest)"
                let data = try Data(contentsOf: corpus.appendingPathComponent("\(name)/\(file)"))
                try folder.write(String(decoding: data, as: UTF8.self), to: "\(side)/\(target)")
            }
        }
        let (old, new) = (folder.revision("old"), folder.revision("new"))
        try #require(old.faults.isEmpty && new.faults.isEmpty, "\((old.faults + new.faults).first?.description ?? "")")
        return Case(folder: folder, comparison: ContractComparison(from: old, to: new))
    }
}
