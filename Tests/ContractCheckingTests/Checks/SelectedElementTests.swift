import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that leave out elements which no recording has.
struct SelectedElementTests {
    private struct Errand: Decodable, Sendable {
        let id: Int
        let isHidden: Bool
        let state: String
        let note: String?
    }

    private func messages(_ isKept: @escaping @Sendable (Errand) -> Bool) async throws -> [String] {
        let errands = [1, 2].map { #"{"id":\#($0),"isHidden":false,"state":"open","note":"a"}"# }.joined(separator: ",")
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/errands" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array",
                  "items": { "$ref": "#/models/Errand/schema" } } } },
                "cases": [ { "name": "two", "status": 200 } ]
                """,
            members: """
                "models": { "Errand": { "schema": { "type": "object", "required": ["id", "isHidden", "state"], "properties": {
                  "id": { "type": "integer" }, "isHidden": { "type": "boolean" }, "state": { "enum": ["open", "done", "lost", "late"] },
                  "note": { "type": ["string", "null"] } } } } },
                """,
            recordings: ["call.two": [CallFixture.exchange("GET", "/errands", "[\(errands)]")]],
            models: [Model("Errand", decoding: Errand.self)])
        return try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/errands"))
                return try JSONDecoder().decode([Errand].self, from: data).filter(isKept)
            }
        ).findings.map(\.message)
    }

    @Test func reportsElementsThatAFlagAChoiceOrAnAbsentMemberLeavesOut() async throws {
        #expect(try await messages { _ in true } == [])
        func isLeftOut(_ found: [String], _ what: String, _ count: Int = 1) -> Bool {
            found.count == 1 && found[0].contains("it lacks \(count) of 2")
                && found[0].hasSuffix("the last elements of the response have \(what)")
        }
        #expect(isLeftOut(try await messages { !$0.isHidden }, "other flags and choices"))
        #expect(isLeftOut(try await messages { $0.state == "open" }, "other flags and choices", 2))
        for state in ["done", "lost", "late"] {
            #expect(isLeftOut(try await messages { $0.state != state }, "other flags and choices"))
        }
        #expect(isLeftOut(try await messages { $0.note != nil }, "no optional values"))
    }

    /// Runs a call for one errand, without followers, that returns a part of it.
    private func messages(_ part: @escaping @Sendable (Followed) -> Followed?) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/errands/1" },
                "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Followed/schema" } } },
                "cases": [ { "name": "one", "status": 200 } ]
                """,
            members: """
                "models": { "Followed": { "schema": { "type": "object", "required": ["id", "state"], "properties": {
                  "id": { "type": "integer" }, "state": { "enum": ["open", "done", "lost"] },
                  "next": { "type": "array", "items": { "$ref": "#/models/Followed/schema" } } } } } },
                """,
            recordings: ["call.one": [CallFixture.exchange("GET", "/errands/1", #"{"id":1,"state":"open"}"#)]],
            models: [Model("Followed", decoding: Followed.self)])
        return try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/errands/1"))
                return part(try JSONDecoder().decode(Followed.self, from: data))
            }
        ).findings.map(\.message)
    }

    private struct Followed: Decodable, Sendable {
        let id: Int
        let state: String
        let next: [Followed]?
    }

    @Test func reportsAResourceOfWhichAChoiceOrAnOptionalMemberMakesAnother() async throws {
        #expect(try await messages { $0 } == [])
        let lost = try await messages { $0.state == "lost" ? nil : $0 }
        #expect(lost.count == 1 && lost[0].hasSuffix("the response has other flags and choices"))
        let zero = try await messages { $0.id == 0 ? nil : $0 }
        #expect(zero.count == 1 && zero[0].hasSuffix("the response has zeros and empty texts"))
        let next = try await messages { $0.next?.first ?? $0 }
        #expect(next.count == 1 && next[0].hasSuffix("the response has every optional value"))
    }

    private enum Refusal: Error { case refused([String]) }
    private struct Problems: Decodable {
        struct Problem: Decodable { let code: String }
        let problems: [Problem]
    }

    /// The payload has the codes of all problems, of which the recording has one.
    @Test(arguments: [(Int.max, []), (1, ["client.wrong-error"])] as [(Int, [String])])
    func requiresEveryElementOfAnErrorsPayload(most: Int, rules: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/errands" },
                "responses": { "422": { "content": "application/json", "schema": { "type": "object", "required": ["problems"],
                  "properties": { "problems": { "type": "array", "items": { "type": "object", "required": ["code"],
                    "properties": { "code": { "type": "string" } } } } } } } },
                "cases": [ { "name": "refused", "status": 422,
                  "throws": { "case": "refused", "payload": { "response": "body:/problems/*/code" } } } ]
                """,
            recordings: [
                "call.refused": [CallFixture.exchange("GET", "/errands", status: 422, #"{"problems":[{"code":"a1"}]}"#)]
            ])
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/errands"))
                let problems = try JSONDecoder().decode(Problems.self, from: data).problems
                throw Refusal.refused(problems.prefix(most).map(\.code))
            })
        #expect(report.findings.map(\.rule) == rules)
    }

    private struct Slip: Decodable {
        let code: String
        var detail: String?
    }

    private enum Slips: Error { case refused([Slip]) }

    /// A struct shows an absent member as nil.
    @Test(arguments: [(false, []), (true, ["client.wrong-error"])] as [(Bool, [String])])
    func comparesAPayloadOfStructs(dropsTheDetail: Bool, rules: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/errands" },
                "responses": { "422": { "content": "application/json", "schema": { "type": "array", "items": {
                    "type": "object", "required": ["code"],
                    "properties": { "code": { "type": "string" }, "detail": { "type": "string" } } } } } },
                "cases": [ { "name": "refused", "status": 422,
                  "throws": { "case": "refused", "payload": { "response": "body:" } } } ]
                """,
            recordings: [
                "call.refused": [
                    CallFixture.exchange(
                        "GET", "/errands", status: 422, #"[{"code":"a1"},{"code":"b2","detail":"late"}]"#)
                ]
            ])
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/errands"))
                let slips = try JSONDecoder().decode([Slip].self, from: data)
                throw Slips.refused(dropsTheDetail ? slips.map { Slip(code: $0.code) } : slips)
            })
        #expect(report.findings.map(\.rule) == rules, "\(report.findings.map(\.text))")
    }

    private struct Note: Decodable, Sendable { let id: Int }

    /// A case of the same status may be for an empty list.
    @Test(arguments: [(200, []), (404, ["client.threw"])] as [(Int, [String])])
    func requiresTheReturnOfAnEmptyList(statusOfOther: Int, rules: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" }, "models": { "/*": "Note" } },
                  "404": {} },
                "cases": [ { "name": "all", "status": 200 },
                  { "name": "none", "status": \(statusOfOther), "throws": "URLError" } ]
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": {
                  "id": { "type": "integer" } } } } },
                """,
            recordings: [
                "call.all": [CallFixture.exchange("GET", "/notes", #"[{"id":1},{"id":2}]"#)],
                "call.none": [CallFixture.exchange("GET", "/notes", status: statusOfOther, "[]")],
            ],
            models: [Model("Note", decoding: Note.self)])
        let report = try await fixture.report(
            ["client/call/all"],
            Endpoint("call") { _, transport in
                let (data, response) = try await transport.send(try notesRequest("/notes"))
                let notes = response.statusCode == 200 ? try JSONDecoder().decode([Note].self, from: data) : []
                if notes.isEmpty { throw URLError(.zeroByteResource) }
                return notes
            })
        #expect(report.findings.map(\.rule) == rules)
    }

    /// The second page is of another endpoint. A call may skip an element that it knows.
    @Test func changesOnlyTheLastPageOfAModel() async throws {
        let page =
            #""responses": { "200": { "content": "application/json", "schema": { "type": "array" }, "models": { "/*": "Note" } } }"#
        let fixture = CallFixture(
            endpoint: #""uses": ["first", "other"], "cases": [ { "name": "all", "status": 200 } ]"#,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": {
                  "id": { "type": "integer" } } }, "examples": [{ "id": 9 }] } },
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange("GET", "/notes", #"[{"id":1},{"id":2}]"#),
                    CallFixture.exchange("GET", "/more", #"[{"id":3},{"id":4}]"#),
                ]
            ],
            models: [Model("Note", decoding: Note.self)],
            others: (
                """
                "first": { "request": { "method": "GET", "path": "/notes" }, \(page) },
                "other": { "request": { "method": "GET", "path": "/more" }, \(page) },
                """,
                [
                    Endpoint("first") { _ in try notesRequest("/notes") },
                    Endpoint("other") { _ in try notesRequest("/more") },
                ]
            ))
        let report = try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _, transport in
                var notes: [Note] = []
                for path in ["/notes", "/more"] {
                    let (data, _) = try await transport.send(try notesRequest(path))
                    let known = Set(notes.map(\.id))
                    notes += try JSONDecoder().decode([Note].self, from: data).filter { !known.contains($0.id) }
                }
                return notes
            })
        #expect(report.findings.map(\.message) == [])
    }
}
