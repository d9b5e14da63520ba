import Foundation
import JSONSchema
import Testing

@testable import ContractFormat

/// The parsing of `accepted.json`, compared with its published schema.
struct AcceptedFindingsTests {
    private static let schema: Result<Schema, any Error> = Result {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Contracts/accepted.schema.json")
        return try Schema(JSON(parsing: Data(contentsOf: file)), formats: .assert)
    }

    private static func file(_ entry: String) -> String {
        """
        {
          "$schema": "accepted.schema.json",
          "accepted": [
            \(entry)
          ]
        }
        """
    }

    private static let entry =
        #"{ "rule": "model.trap", "place": "a/model/*#/models/B", "reason": "old", "author": "Ada", "expires": "2026-12-31" }"#

    private func read(_ text: String) -> AcceptedFindings {
        AcceptedFindings(bytes: Array(text.utf8), file: URL(fileURLWithPath: "/c/accepted.json"))
    }

    @Test func readsAnEntryWithItsLocation() throws {
        let read = read(Self.file(Self.entry))
        #expect(read.faults == [])
        let entry = try #require(read.entries.first)
        #expect(
            [entry.rule, entry.place, entry.reason, entry.author, entry.expires]
                == ["model.trap", "a/model/*#/models/B", "old", "Ada", "2026-12-31"])
        #expect(entry.source.description == "/c/accepted.json:4:5")
        #expect(try Self.schema.get().accepts(JSON(parsing: Self.file(Self.entry))))
    }

    @Test func acceptsNothingWithoutAFile() throws {
        let nowhere = AcceptedFindings(folder: URL(fileURLWithPath: "/nowhere"))
        #expect(nowhere.entries.isEmpty && nowhere.faults.isEmpty)
    }

    @Test(arguments: [
        ("2026-12-31", "2026-13-01", "4:106: expected a date such as 2026-12-31, found '2026-13-01'"),
        ("2026-12-31", "2026-02-29", "4:106: expected a date such as 2026-12-31, found '2026-02-29'"),
        ("2026-12-31", "31.12.2026", "4:106: expected a date such as 2026-12-31, found '31.12.2026'"),
        (#""author": "Ada", "#, "", "4:5: the key 'author' is missing"),
        (#""reason": "old""#, #""reason": " ""#, "4:71: expected a string, found an empty string"),
        (#""rule""#, #""rul""#, "4:7: unknown key 'rul'; did you mean 'rule'?"),
        (
            "#/models", "#models",
            "4:38: expected CHECK or CHECK#POINTER, such as 'elements/model/*#/models/Element/schema', found 'a/model/*#models/B'"
        ),
    ])
    func reportsInvalidEntriesWithTheirLocation(_ old: String, _ new: String, _ fault: String) throws {
        let text = Self.file(Self.entry.replacingOccurrences(of: old, with: new))
        let faults = read(text).faults.map { "\($0.place.line):\($0.place.column): \($0.message)" }
        #expect(faults.first == fault)
        #expect(read(text).entries.isEmpty)
        #expect(try !Self.schema.get().accepts(JSON(parsing: text)), "the published schema takes it")
    }

    @Test func reportsARepeatedEntry() {
        let faults = read(Self.file(Self.entry + ",\n    " + Self.entry)).faults
        #expect(
            faults.map(\.description) == [
                "/c/accepted.json:5:5: 'model.trap' at 'a/model/*#/models/B' is repeated here"
            ])
    }

    @Test func reportsAnUnknownRule() {
        let faults = read(Self.file(Self.entry)).faults(knowing: ["model.trip", "other"])
        #expect(
            faults.map(\.description) == [
                "/c/accepted.json:4:15: there is no rule 'model.trap'; did you mean 'model.trip'?"
            ])
        #expect(read(Self.file(Self.entry)).faults(knowing: ["model.trap"]).isEmpty)
    }

    @Test(arguments: [
        ("a/model/B", "/models/B", "a/model/B", true), ("a/model/*", "/models/B/schema", "a/model/B", true),
        ("a/model/*#/models/B", "/models/B", "a/model/C", true), ("a/model/B", "/models/B", "a/model/C", false),
        ("a/model/*#/models/B", "/models/B/schema", "a/model/B", false),
        ("a/*#/models/*", "/models/B/schema", "a/model/B", true), ("*#", "", "a/contract", true),
    ])
    func matchesFindingsByCheckAndPointer(_ place: String, _ pointer: String, _ check: String, _ isMeant: Bool) throws {
        let text = Self.file(Self.entry.replacingOccurrences(of: "a/model/*#/models/B", with: place))
        #expect(try #require(read(text).entries.first).matches(check, JSONPointer(pointer)) == isMeant)
    }
}
