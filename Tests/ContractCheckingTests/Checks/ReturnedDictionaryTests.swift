import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keys of the dictionaries that a call returns: names of the response's members or values of their models.
struct ReturnedDictionaryTests {
    private struct Note: Decodable, Sendable, Hashable { let title: String }
    private enum Kind: String { case lost = "note-17", found = "note-18" }

    private func messages(
        _ body: String = #"{"note-17":{"title":"Milk"},"note-18":{"title":"Tea"}}"#, returns: String = "",
        gather: @escaping @Sendable ([String: Note]) -> any Sendable
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" }, "models": { "/*": "Note" } } },
                "cases": [{ "name": "all", "status": 200\(returns) }]
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
                                      "examples": [{ "title": "Milk" }] } },
                """,
            recordings: ["call.all": [CallFixture.exchange("GET", "/notes", body)]],
            models: [Model("Note", decoding: Note.self)])
        return try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/notes"))
                return gather(try JSONDecoder().decode([String: Note].self, from: data))
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test func acceptsMemberNamesAndModelValuesAsKeys() async throws {
        #expect(try await messages { $0 } == [])
        // Keys in uppercase, without their prefix, as an enum, and as a value of the model.
        #expect(
            try await messages { Dictionary(uniqueKeysWithValues: $0.map { ($0.key.uppercased(), $0.value) }) } == [])
        #expect(
            try await messages {
                Dictionary(uniqueKeysWithValues: $0.map { (Int($0.key.dropFirst(5)) ?? 0, $0.value) })
            } == [])
        #expect(
            try await messages { Dictionary(uniqueKeysWithValues: $0.map { (Kind(rawValue: $0.key), $0.value) }) } == []
        )
        #expect(try await messages { Dictionary(uniqueKeysWithValues: $0.map { ($0.value.title, $0.value) }) } == [])
        // Lists of models by group, two equal models, and a result that is not a dictionary.
        #expect(try await messages { Dictionary(grouping: $0.values) { $0.title.count } } == [])
        #expect(try await messages(#"{"a-1":{"title":"Milk"},"a-2":{"title":"Milk"}}"#) { $0 } == [])
        #expect(try await messages(returns: #", "returns": "any order""#) { Array($0.values) } == [])
    }

    @Test func findsAModelUnderTheKeyOfAnother() async throws {
        let swapped: @Sendable ([String: Note]) -> any Sendable = { notes in
            Dictionary(uniqueKeysWithValues: notes.map { ($0.key == "note-17" ? "note-18" : "note-17", $0.value) })
        }
        let found = try await messages(gather: swapped)
        #expect(
            found == [
                """
                client.returns: the result of the call is not the 'Note' of its response: it contains an instance under a different key; \
                "returns": true allows anything
                """
            ])
        #expect(
            try await messages {
                Dictionary(uniqueKeysWithValues: $0.values.enumerated().map { ($0.offset, $0.element) })
            }.count == 1)
        #expect(try await messages(returns: #", "returns": true"#, gather: swapped) == [])
    }

    private struct Folder: Decodable, Sendable { let notes: [Note], tags: [String: Tag] }
    private struct Tag: Decodable, Sendable, Hashable { let color: String }

    /// A dictionary of other models beside a list does not keep the list from being tried with many elements.
    @Test(arguments: [(Int.max, []), (100, ["it contains 100 instead of 101"])])
    func triesALongListBesideADictionary(limit: Int, expected: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" }, "responses": { "200": { "schema": { "type": "object",
                  "properties": { "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                  "tags": { "type": "object", "additionalProperties": { "$ref": "#/models/Tag/schema" } } } } } },
                "cases": [{ "name": "all", "status": 200 }]
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["title"], "properties": {
                  "title": { "type": "string" } } }, "examples": [{ "title": "Milk" }] },
                  "Tag": { "schema": { "type": "object", "required": ["color"], "properties": {
                  "color": { "type": "string" } } }, "examples": [{ "color": "red" }] } },
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange(
                        "GET", "/notes",
                        #"{"notes":[{"title":"Milk"},{"title":"Tea"}],"tags":{"a":{"color":"red"},"b":{"color":"blue"}}}"#
                    )
                ]
            ],
            models: [Model("Note", decoding: Note.self), Model("Tag", decoding: Tag.self)])
        let report = try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/notes"))
                let folder = try JSONDecoder().decode(Folder.self, from: data)
                return (Array(folder.notes.prefix(limit)), folder.tags)
            })
        let reasons = report.findings.map { $0.message.components(separatedBy: "; ")[0] }
        #expect(reasons == expected.map { "the result of the call is not the 'Note' of its response: \($0)" })
    }
}
