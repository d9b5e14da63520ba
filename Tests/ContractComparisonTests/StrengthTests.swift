import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import TestSupport
import Testing

@testable import ContractComparison

/// The strength check: mutants of a contract that no check notices.
struct StrengthTests {
    private func strength(
        _ edit: (NotesFolder) throws -> Void = { _ in }, note: Model = Model("Note", Note.init(json:))
    ) async throws -> Strength {
        let folder = try NotesFolder()
        try edit(folder)
        let suite = folder.suite(note: note)
        var options = Options(mode: .replay)
        options.strength = StrengthCheck.init
        let checks = suite.scoreChecks.filter { $0.kind == .strength }
        let report = await suite.verify(checks, options)
        for finding in report.findings { Issue.record("\(finding.message)") }
        return try #require(report.checks.first?.strength)
    }

    private func mutants(_ strength: Strength, _ kind: String) -> [String: Strength.Outcome] {
        Dictionary(
            strength.mutants.filter { $0.kind == kind }.map { ("\($0.contract.pointer) \($0.name)", $0.outcome) }
        ) { $1 }
    }

    @Test func explainsUnnoticedMutants() async throws {
        let strength = try await strength { folder in
            try folder.replace(
                #""404": { "content": "application/json","#,
                with:
                    #""410": {}, "404": { "content": "application/json", "headers": { "Content-Type": { "minLength": 1 } },"#,
                in: "Contracts/notes/contract.json")
        }
        let texts = strength.mutants.filter { $0.outcome == .unnoticed }.map(\.words)
        #expect(
            texts.contains("unnoticed: the status 410 is no longer a response (no case has this response)"), "\(texts)")
        let header =
            "unnoticed: the response may lack 'Content-Type' (the recorded response satisfies it, and no code depends on it)"
        #expect(texts.contains(header), "\(texts)")
        #expect(strength.mutants.allSatisfy { ($0.reason != nil) == ($0.outcome == .unnoticed) })
    }

    @Test func countsTheUsesOfEachPart() async throws {
        let strength = try await strength { folder in
            try folder.replace(
                #""404": { "content": "application/json","#,
                with: #""410": {}, "404": { "content": "application/json","#,
                in: "Contracts/notes/contract.json")
        }
        func count(_ kind: Strength.Part.Kind, _ pointer: String) -> Int? {
            strength.coverage.first { $0.kind == kind && $0.contract.pointer.description == pointer }?.count
        }
        #expect(count(.response, "/endpoints/find/responses/200") == 1)
        #expect(count(.response, "/endpoints/find/responses/410") == 0)
        // One in a case and one in a scenario.
        #expect(count(.response, "/endpoints/add/responses/201") == 2)
        #expect(count(.argument, "/endpoints/find/arguments/tag") == 2)
        #expect(count(.case, "/endpoints/find/cases/0") == 1)
        #expect(count(.fault, "/endpoints/find/faults/unreachable") == 1)
        // Two notes that were found, one that was added twice, and the example.
        #expect(count(.schema, "/models/Note/schema/properties/stars") == 5)
        #expect(count(.schema, "/endpoints/find/responses/200/schema") == 1)
        #expect(strength.covered == strength.coverage.count { $0.count > 0 })
    }

    // MARK: - Cases

    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Cases/strength")
    private static let names: [String] = {
        do { return try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted() } catch { return [] }
    }()

    /// Cases in files: the change of the notes contract, the mutant and its expected outcome.
    @Test(arguments: names)
    func reportsWhetherAMutantIsNoticed(name: String) async throws {
        let file = try JSON(parsing: try Data(contentsOf: Self.corpus.appendingPathComponent(name)))
        let edit = { (folder: NotesFolder) in
            for edit in file["replace"]?.arrayValue ?? [] {
                try folder.replace(
                    try #require(edit["old"]?.stringValue), with: try #require(edit["new"]?.stringValue),
                    in: "Contracts/notes/contract.json")
            }
        }
        let strength = try await strength(edit)
        let kind = try #require(name.split(separator: ".").first.map(String.init))
        let found = mutants(strength, kind)
        #expect(found[try #require(file["mutant"]?.stringValue)]?.rawValue == file["outcome"]?.stringValue, "\(found)")
    }

    @Test func hasANoticedAndAnUnnoticedCaseForEachMutation() {
        // The notes have no events; BodyStrengthTests covers that mutation.
        for mutation in ContractMutation.allCases where mutation != .eventDropped {
            #expect(Self.names.contains("\(mutation.rawValue).noticed.json"))
            // Both mutations cause a fault if unnoticed: a removed case leaves its recording behind, and an error is
            // promised only if a call throws it.
            if mutation == .caseRemoved || mutation == .throwsChanged { continue }
            #expect(Self.names.contains("\(mutation.rawValue).unnoticed.json"), "\(mutation.rawValue)")
        }
    }

    /// Neither a lenient model nor a call with an unrestricted string enforces the bound.
    @Test func reportsAnUnenforcedBound() async throws {
        let strength = try await strength { folder in
            let contract = "Contracts/notes/contract.json"
            try folder.replace(#""Note": {"#, with: #""Note": { "strictness": "lenient","#, in: contract)
            try folder.replace(
                #""author": { "type": ["string", "null"] }"#,
                with: #""author": { "type": ["string", "null"], "maxLength": 80 }"#, in: contract)
        }
        let bounds = mutants(strength, "bound-moved")
        #expect(
            bounds["/models/Note/schema/properties/author/maxLength 'maxLength' is 81, not 80"] == .unnoticed,
            "\(bounds)")
        // The model may accept the note, but the call omits it.
        #expect(bounds["/models/Note/schema/properties/stars/maximum 'maximum' is 6, not 5"] == .noticed)
        #expect(strength.mutants.first?.outcome == .unnoticed)
        #expect(strength.percent < 100)
    }

    /// An enumeration is tested if all its values are recorded; a value without a recording is not.
    @Test func reportsAnUnrecordedValue() async throws {
        let strength = try await strength { folder in
            try folder.replace(
                """
                "title": { "type": "string" },
                          "stars"
                """,
                with: #"""
                    "title": { "enum": ["Milk", "Tea", "Say \"hi\"", "Rum"] },
                              "stars"
                    """#,
                in: "Contracts/notes/contract.json")
        }
        let values = mutants(strength, "enum-value-removed")
        #expect(
            values[#"/models/Note/schema/properties/title/enum/0 "Milk" is no longer a value of the enumeration"#]
                == .noticed)
        #expect(
            values[#"/models/Note/schema/properties/title/enum/3 "Rum" is no longer a value of the enumeration"#]
                != .noticed)
    }

    /// A bound that is implied by another one can be removed unnoticed.
    @Test func recognizesAnEquivalentMutant() async throws {
        let strength = try await strength { folder in
            try folder.replace(
                #""id": { "type": "string" },"#,
                with: #""id": { "allOf": [ { "minLength": 1 }, { "minLength": 2 } ], "type": "string" },"#,
                in: "Contracts/notes/contract.json")
        }
        let bounds = mutants(strength, "bound-moved")
        #expect(
            bounds["/models/Note/schema/properties/id/allOf/0/minLength 'minLength' is 0, not 1"] == .equivalent,
            "\(bounds)")
    }

    @Test(arguments: [
        (#"{"type":"string"}"#, #"{"minLength":0,"type":"string"}"#, Strength.Outcome.equivalent),
        (#"{"type":"string"}"#, #"{"minLength":1,"type":"string"}"#, .unnoticed),
    ])
    func comparesSchemas(one: String, other: String, verdict: Strength.Outcome) throws {
        func view(_ text: String) throws -> SchemaView {
            let json = try JSON(parsing: text)
            let url = URL(fileURLWithPath: "/schema.json")
            return SchemaView(document: SchemaDocument(root: json, uri: url), pointer: .root, json: json)
        }
        #expect(Strength.Outcome(unnoticed: try view(one), try view(other)) == verdict)
    }
}
