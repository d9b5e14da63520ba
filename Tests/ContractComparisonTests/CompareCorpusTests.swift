import Conformance
import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// A folder for each rule, and for what must be silent: `old.json`, `new.json`, recordings of their only case as `old.har`
/// and `new.har`, and in `expected.json` every finding. A new case is a new folder.
struct CompareCorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Cases/compare")
    private static let names: [String] = {
        do { return try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() } catch { return [] }
    }()

    @Test func hasCases() { #expect(Self.names.count >= 118) }

    @Test(arguments: names)
    func tellsEveryChange(name: String) throws {
        let findings = try Self.folder(of: name).report().findings.map { finding -> JSON in
            let file = URL(fileURLWithPath: finding.contract.file).deletingLastPathComponent().path
            let side = file.contains("/old/") ? "old" : "new"
            let ending = finding.contract.file.hasSuffix(".har") ? "har" : "json"
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
    func everyRuleHasItsFolder(rule: ComparisonRule) throws {
        let name = String(rule.rawValue.dropFirst("compare.".count))
        try #require(Self.names.contains(name))
        #expect(try Self.folder(of: name).report().findings.contains { $0.rule == rule.rawValue })
    }

    /// Each severity is that of the worst of both parties, and each party's own where only that is asked for.
    @Test func thePartyDecidesTheSeverity() throws {
        let folder = try Self.folder(of: "property-became-optional")
        var options = ContractComparison.Options()
        options.parties = [.provider]
        let findings = folder.report(options).findings
        #expect(findings.map(\.severity) == [.info])
        #expect(
            findings.map(\.message) == [
                "'/id' of response 200 of 'list' is not required any more: harmless for the provider"
            ])
        #expect(folder.report(options).passed)
        options.parties = [.client]
        #expect(folder.report(options).findings.map(\.severity) == [.error])
        #expect(!folder.report(options).passed)
    }

    @Test func failsOnRiskyChangesWhereAsked() throws {
        let folder = try Self.folder(of: "endpoint-added")
        var options = ContractComparison.Options()
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

    // MARK: - Folders

    private struct Case {
        let folder: RevisionFolder
        let comparison: ContractComparison

        /// The folder is there until the report is.
        func report(_ options: ContractComparison.Options = .init()) -> Report {
            withExtendedLifetime(folder) { comparison.report(options) }
        }
    }

    private static func folder(of name: String) throws -> Case {
        let folder = try RevisionFolder()
        for side in ["old", "new"] {
            let files = [
                "\(side).json": "\(side)/Contracts/shop/contract.json",
                "\(side).har": "\(side)/Recordings/shop/list.some.har",
            ]
            for (from, to) in files {
                let file = corpus.appendingPathComponent("\(name)/\(from)")
                guard FileManager.default.fileExists(atPath: file.path) else { continue }
                try folder.write(String(decoding: try Data(contentsOf: file), as: UTF8.self), to: to)
            }
        }
        let (old, new) = (folder.revision("old"), folder.revision("new"))
        try #require(old.faults.isEmpty && new.faults.isEmpty, "\((old.faults + new.faults).first?.description ?? "")")
        return Case(folder: folder, comparison: ContractComparison(from: old, to: new))
    }
}
