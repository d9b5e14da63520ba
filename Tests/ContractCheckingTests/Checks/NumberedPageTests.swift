import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that count pages or elements and must request one page more than the recording has.
struct NumberedPageTests {
    private struct Note: Decodable, Sendable { let id: Int }
    private struct Page: Decodable { let notes: [Note], total: Int?, pages: Int? }

    /// How requests count, and where responses tell the end.
    enum Style: CaseIterable { case pages, unsentFirst, offsets, pageCount, header, untold }

    enum Habit { case followsAll, requestsTwo, requestsTen, stopsAtAShortPage, stopsAtAnEmptyPage }

    private static func paths(_ style: Style) -> [String] {
        switch style {
        case .pages, .pageCount, .header, .untold: (1...20).map { "/notes?page=\($0)&per_page=2" }
        case .unsentFirst: ["/notes?per_page=2"] + (2...20).map { "/notes?per_page=2&page=\($0)" }
        case .offsets: (0..<20).map { "/notes?offset=\(2 * $0)&limit=2" }
        }
    }

    private static func fixture(_ style: Style) -> CallFixture {
        func exchange(_ index: Int, _ ids: [Int]) -> HTTPExchange {
            let notes = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
            let members =
                switch style {
                case .pages, .unsentFirst: #","page":\#(index + 1),"perPage":2,"total":3"#
                case .offsets: #","offset":\#(index * 2),"limit":2,"total":3"#
                case .pageCount: #","per_page":2,"pages":2"#
                case .header: ""
                case .untold: #","perPage":2"#
                }
            var headers: HeaderFields = ["Content-Type": "application/json"]
            if style == .header { headers["X-Total-Count"] = "3" }
            return CallFixture.exchange(
                "GET", paths(style)[index], answering: headers, #"{"notes":[\#(notes)]\#(members)}"#)
        }
        return CallFixture(
            endpoint: #""uses": ["page"], "cases": [{ "name": "usual", "status": 200 }]"#,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"],
                  "properties": { "id": { "type": "integer" } } }, "examples": [{ "id": 9 }] } },
                """,
            recordings: ["call.usual": [exchange(0, [1, 2]), exchange(1, [3])]],
            models: [Model("Note", decoding: Note.self)],
            others: (
                """
                "page": { "arguments": { "number": { "type": ["integer", "null"] }, "size": { "type": "integer" } },
                  "request": { "method": "GET", "path": "/notes", "query": {
                    "\(style == .offsets ? "offset" : "page")": "{number}",
                    "\(style == .offsets ? "limit" : "per_page")": "{size}" } },
                  "responses": { "200": { "schema": { "type": "object", "required": ["notes"], "properties": {
                    "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } } } },
                    "models": { "/notes/*": "Note" } } } },
                """,
                [Endpoint("page") { _ in try notesRequest(paths(style)[0]) }]
            ))
    }

    private static func call(_ style: Style, _ habit: Habit) -> Endpoint {
        Endpoint("call") { _, transport -> [Note] in
            var notes: [Note] = []
            for (index, path) in paths(style).enumerated() {
                let (data, response) = try await transport.send(try notesRequest(path))
                let page = try JSONDecoder().decode(Page.self, from: data)
                notes += page.notes
                let total = response.value(forHTTPHeaderField: "X-Total-Count").flatMap(Int.init) ?? page.total
                let pages = total.map { ($0 + 1) / 2 } ?? page.pages ?? 2
                let bound = habit == .requestsTwo ? 2 : habit == .requestsTen ? 10 : pages
                if index + 1 == min(bound, pages) { break }
                if habit == .stopsAtAShortPage, page.notes.count < 2 { break }
                if habit == .stopsAtAnEmptyPage, page.notes.isEmpty { break }
            }
            return notes
        }
    }

    @Test(arguments: Style.allCases)
    func requiresThePagesThatANumberTells(style: Style) async throws {
        let fixture = Self.fixture(style)
        for habit in [Habit.followsAll, .stopsAtAnEmptyPage] {
            #expect(try await fixture.report(["client/*"], Self.call(style, habit)).findings.map(\.message) == [])
        }
        let ten = try await fixture.report(["client/*"], Self.call(style, .requestsTen)).findings
        let found = try await fixture.report(["client/*"], Self.call(style, .requestsTwo)).findings
        // A count of two pages may be the number of elements of the first one.
        let isUnclear = style == .pageCount || style == .untold
        #expect(
            ten.map(\.message)
                == (isUnclear ? [] : ["the call leaves out the pages after page 10 where there are 11 pages"]))
        #expect(
            found.map(\.message)
                == (isUnclear
                    ? [] : ["the call leaves out the pages after page 2 where there is one page more than recorded"]))
        let cursor = style == .offsets ? "4" : "3"
        let expected = MessageText(stringLiteral: "a request with '\(cursor)', the cursor of that page")
        #expect(found.map(\.expectation) == (isUnclear ? [] : [expected]))
    }

    @Test(arguments: Style.allCases) func requiresThePageAfterAShorterOneWithinTheTotal(style: Style) async throws {
        let found = try await Self.fixture(style).report(["client/*"], Self.call(style, .stopsAtAShortPage)).findings
        #expect(
            found.map(\.message)
                == (style == .pageCount || style == .untold
                    ? [] : ["the call leaves out the pages after page 1, which has fewer elements than recorded"]))
    }

    /// Two records by number, one of whose members happens to be the number of requests.
    @Test func acceptsACallThatAsksForTwoRecordsByNumber() async throws {
        func exchange(_ number: Int) -> HTTPExchange {
            CallFixture.exchange("GET", "/notes?number=\(number)", #"{"id":\#(number),"level":2}"#)
        }
        let fixture = CallFixture(
            endpoint: #""uses": ["note"], "cases": [{ "name": "usual", "status": 200 }]"#,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"],
                  "properties": { "id": { "type": "integer" } } }, "reads": "some" } },
                """,
            recordings: ["call.usual": [exchange(1), exchange(2)]],
            models: [Model("Note", decoding: Note.self)],
            others: (
                """
                "note": { "arguments": { "number": { "type": "integer" } },
                  "request": { "method": "GET", "path": "/notes", "query": { "number": "{number}" } },
                  "responses": { "200": { "schema": { "$ref": "#/models/Note/schema" } } } },
                """,
                [Endpoint("note") { _ in try notesRequest("/notes?number=1") }]
            ))
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport -> [Note] in
                var notes: [Note] = []
                for number in 1...2 {
                    let (data, _) = try await transport.send(try notesRequest("/notes?number=\(number)"))
                    notes.append(try JSONDecoder().decode(Note.self, from: data))
                }
                return notes
            })
        #expect(report.findings.map(\.message) == [])
    }

    private struct Element<ID: Decodable & Sendable>: Decodable, Sendable { let id: ID }
    private struct Slice<ID: Decodable & Sendable>: Decodable { let notes: [Element<ID>], more: Bool? }

    /// The last element of a page is the cursor of the next one. Without a flag, a short page may be the last one.
    @Test(arguments: [true, false]) func requiresThePageAfterAShorterOneWithAFlag(isFlagged: Bool) async throws {
        let fault = "the call leaves out the pages after page 1, which has fewer elements than recorded"
        let numbers = try await messages(of: Int.self, "integer", [41, 42, 43], isFlagged)
        #expect(numbers == (isFlagged ? [fault] : []))
        let texts = try await messages(of: String.self, "string", ["n41", "n42", "n43"], isFlagged)
        #expect(texts == (isFlagged ? [fault] : []))
        #expect(try await messages(of: Int.self, "integer", [41, 42, 43], isFlagged, goesOn: isFlagged) == [])
    }

    private func messages<ID: Decodable & Sendable>(
        of: ID.Type, _ type: String, _ ids: [JSON], _ isFlagged: Bool, goesOn: Bool = false
    ) async throws -> [String] {
        func exchange(_ path: String, _ ids: [JSON], more: JSON) -> HTTPExchange {
            let notes = JSON.array(ids.map { ["id": $0] })
            let body: JSON = isFlagged ? ["notes": notes, "more": more] : ["notes": notes]
            return CallFixture.exchange(
                "GET", path, answering: ["Content-Type": "application/json"], body.text(.compact))
        }
        let fixture = CallFixture(
            endpoint: #""uses": ["page"], "cases": [{ "name": "usual", "status": 200 }]"#,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"],
                  "properties": { "id": { "type": "\(type)" } } } } },
                """,
            recordings: [
                "call.usual": [
                    exchange("/notes?limit=2", [ids[0], ids[1]], more: true),
                    exchange("/notes?limit=2&after=\(ids[1].plainText)", [ids[2]], more: false),
                ]
            ],
            models: [Model("Note", decoding: Element<ID>.self)],
            others: (
                """
                "page": { "arguments": { "after": { "type": ["\(type)", "null"] }, "size": { "type": "integer" } },
                  "request": { "method": "GET", "path": "/notes", "query": { "limit": "{size}", "after": "{after}" } },
                  "responses": { "200": { "schema": { "type": "object", "required": ["notes"], "properties": {
                    "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                    "more": { "type": "boolean" } } }, "models": { "/notes/*": "Note" } } } },
                """,
                [Endpoint("page") { _ in try notesRequest("/notes?limit=2") }]
            ))
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport -> [Element<ID>] in
                var notes: [Element<ID>] = []
                while true {
                    let after = notes.last.map { "&after=\($0.id)" } ?? ""
                    let (data, _) = try await transport.send(try notesRequest("/notes?limit=2\(after)"))
                    let page = try JSONDecoder().decode(Slice<ID>.self, from: data)
                    notes += page.notes
                    if page.notes.count < 2 && !goesOn || page.more == false { return notes }
                }
            })
        return report.findings.map(\.message)
    }
}
