import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that must follow one page more than the recording has.
struct AnotherPageTests {
    private struct Note: Decodable, Sendable, Hashable { let id: Int }
    private struct Sheet: Decodable { let notes: [Note] }
    private struct Page: Decodable { let notes: [Note], next: String?, total: Int? }

    /// Where a response names the next page.
    enum Style { case query, link, address, body }

    private static func fixture(
        _ style: Style, beside extra: String = "", returns: String = "", arguments: String = "",
        isOneModel: Bool = false
    ) -> CallFixture {
        let link: HeaderFields = [
            "Content-Type": "application/json",
            "Link": "<https://notes.example.com/pages?after=2&size=2>; rel=\"next\"",
        ]
        let next =
            switch style {
            case .query, .body: #""cur-aa2""#
            case .link: "null"
            case .address: #""/pages?after=cur%3Daa2""#
            }
        let second =
            switch style {
            case .query: "/pages?after=cur-aa2"
            case .link: "/pages?after=2&size=2"
            case .address: "/pages?after=cur%3Daa2"
            case .body: "/pages"
            }
        func exchange(_ path: String, after: String?, answering: HeaderFields, _ body: String) -> HTTPExchange {
            style == .body
                ? CallFixture.exchange(
                    "POST", path, headers: ["Content-Type": "application/json"],
                    sent: after.map { #"{"after":"\#($0)"}"# } ?? "{}", answering: answering, body)
                : CallFixture.exchange("GET", path, answering: answering, body)
        }
        let json: HeaderFields = ["Content-Type": "application/json"]
        return CallFixture(
            endpoint: #""uses": ["page"], \#(arguments)"cases": [{ "name": "usual", "status": 200\#(returns) }]"#,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"],
                  "properties": { "id": { "type": "integer" } } }, "examples": [{ "id": 9 }] },
                  "Sheet": { "schema": { "type": "object", "required": ["notes"], "properties": {
                    "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } } } },
                    "examples": [{ "notes": [{ "id": 9 }] }] } },
                """,
            recordings: [
                "call.usual": [
                    exchange(
                        style == .link ? "/pages?size=2" : "/pages", after: nil,
                        answering: style == .link ? link : json,
                        #"{"notes":[{"id":1},{"id":2}],"next":\#(next)\#(extra)}"#),
                    exchange(second, after: "cur-aa2", answering: json, #"{"notes":[{"id":3}],"next":null\#(extra)}"#),
                ]
            ],
            models: [Model("Note", decoding: Note.self), Model("Sheet", decoding: Sheet.self)],
            others: (
                """
                "page": { "arguments": { "after": { "type": ["string", "null"] }, "size": { "type": ["integer", "null"] } },
                  "request": { "method": "\(style == .body ? "POST" : "GET")", "path": "/pages",
                    \(style == .body ? #""body": { "after": "{after}" }"#
                        : #""query": { "after": "{after}", "size": "{size}" }"#) },
                  "responses": { "200": { "schema": { "type": "object", "required": ["notes"], "properties": {
                    "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                    "next": { "type": ["string", "null"] }, "total": { "type": "integer" } } },
                    "models": { \(isOneModel ? #""": "Sheet""# : #""/notes/*": "Note""#) } } } },
                """,
                [Endpoint("page") { _ in try notesRequest("/pages") }]
            ))
    }

    enum Habit {
        case followsAll, followsOne, keepsItsCursor, stopsAtTotal, dropsRepeated, takesAtMost100
        case stopsAtAShortPage, stopsAtAnEmptyPage
    }

    private static func request(_ style: Style, after next: String?) throws -> URLRequest {
        switch (style, next) {
        case (.body, _):
            var request = try notesRequest("/pages")
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data((next.map { #"{"after":"\#($0)"}"# } ?? "{}").utf8)
            return request
        case (.link, nil): return try notesRequest("/pages?size=2")
        case (.link, let next?): return URLRequest(url: try #require(URL(string: next)))
        case (.address, let next?): return try notesRequest(next)
        case (.query, _), (.address, nil): return try notesRequest("/pages" + (next.map { "?after=\($0)" } ?? ""))
        }
    }

    private static func call(_ style: Style, _ habit: Habit) -> Endpoint {
        Endpoint("call") { _, transport -> [Note] in
            var (notes, next, kept, pages): ([Note], String?, String?, Int) = ([], nil, nil, 0)
            repeat {
                let (data, response) = try await transport.send(try request(style, after: next))
                let page = try JSONDecoder().decode(Page.self, from: data)
                notes += habit == .takesAtMost100 ? Array(page.notes.prefix(100)) : page.notes
                if habit == .dropsRepeated { notes = notes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
                pages += 1
                next =
                    style == .link
                    ? LinkHeader([response.value(forHTTPHeaderField: "Link") ?? ""]).links.first?.target : page.next
                if habit == .followsOne, pages == 2 { break }
                if habit == .keepsItsCursor, next != nil { (kept, next) = (kept ?? next, kept ?? next) }
                if page.notes.count < (habit == .stopsAtAShortPage ? 2 : habit == .stopsAtAnEmptyPage ? 1 : 0) { break }
                if habit == .stopsAtTotal, notes.count >= page.total ?? .max { break }
            } while next != nil
            return notes
        }
    }

    @Test(
        arguments: [(.query, "cur-aa3"), (.link, "3"), (.address, "cur=aa3"), (.body, "cur-aa3")] as [(Style, String)])
    func requiresEveryPage(style: Style, cursor: String) async throws {
        let fixture = Self.fixture(style)
        let sound = try await fixture.report(["client/*"], Self.call(style, .followsAll))
        #expect(sound.findings.map(\.message) == [])
        let faulty = try await fixture.report(["client/*"], Self.call(style, .followsOne))
        #expect(
            faulty.findings.map(\.message) == [
                "the call leaves out the pages after page 2 where there is one page more than recorded"
            ])
        #expect(faulty.findings.map(\.rule) == ["client.returns"])
        let expected = MessageText(stringLiteral: "a request with '\(cursor)', the cursor of that page")
        #expect(faulty.findings.map(\.expectation) == [expected])
    }

    @Test(
        arguments: [
            (.stopsAtAShortPage, "has fewer elements than recorded"), (.stopsAtAnEmptyPage, "has no elements"),
        ] as [(Habit, String)])
    func requiresThePageAfterAShorterOne(habit: Habit, what: String) async throws {
        for style in [Style.query, .link, .body] {
            let report = try await Self.fixture(style).report(["client/*"], Self.call(style, habit))
            #expect(report.findings.map(\.message) == ["the call leaves out the pages after page 1, which \(what)"])
        }
    }

    /// A page that is one model, as in JSON:API, has the lists of that model.
    @Test(
        arguments: [
            (.followsAll, nil), (.stopsAtAShortPage, "has fewer elements than recorded"),
            (.stopsAtAnEmptyPage, "has no elements"),
        ] as [(Habit, String?)])
    func requiresThePageAfterAShorterOneOfOneModel(habit: Habit, what: String?) async throws {
        for style in [Style.query, .link, .body] {
            let fixture = Self.fixture(style, returns: #", "returns": { "type": "array" }"#, isOneModel: true)
            let report = try await fixture.report(["client/*"], Self.call(style, habit))
            #expect(
                report.findings.map(\.message)
                    == (what.map { ["the call leaves out the pages after page 1, which \($0)"] } ?? []))
        }
    }

    /// A number beyond all elements cannot be the wanted number of them.
    @Test(arguments: [
        (500, ["the call leaves out the pages after page 2 where there is one page more than recorded"]), (4, []),
    ])
    func variesPagesBesideAnArgument(number: Int, messages: [String]) async throws {
        let report = try await Self.fixture(
            .query, returns: #", "arguments": { "walk": \#(number) }"#,
            arguments: #""arguments": { "walk": { "type": "integer" } }, "#
        ).report(["client/*"], Self.call(.query, .followsOne))
        #expect(report.findings.map { "\($0.message)" } == messages)
    }

    @Test func acceptsACallThatStopsAtTheToldTotal() async throws {
        let report = try await Self.fixture(.query, beside: #","total":3"#)
            .report(["client/*"], Self.call(.query, .stopsAtTotal))
        #expect(report.findings.map(\.message) == [])
    }

    @Test func acceptsACallThatSelectsNotes() async throws {
        let report = try await Self.fixture(.query, returns: #", "returns": true"#)
            .report(["client/*"], Self.call(.query, .followsOne))
        #expect(report.findings.map(\.message) == [])
    }

    @Test func acceptsACallThatReturnsARepeatedNoteOnce() async throws {
        let report = try await Self.fixture(.query).report(["client/*"], Self.call(.query, .dropsRepeated))
        #expect(report.findings.map(\.message) == [])
    }

    @Test func reportsACallThatCutsLongPages() async throws {
        let report = try await Self.fixture(.query).report(["client/*"], Self.call(.query, .takesAtMost100))
        #expect(
            report.findings.map(\.message) == [
                "the result of the call is not the 'Note' of its response: it contains 200 instead of 202; "
                    + "\"returns\": true allows anything; the response contains more elements"
            ])
    }

    @Test func reportsACallThatKeepsItsFirstCursor() async throws {
        let report = try await Self.fixture(.query).report(["client/*"], Self.call(.query, .keepsItsCursor))
        #expect(
            report.findings.map(\.message) == [
                "the call requests one page endlessly where there is one page more than recorded"
            ])
    }
}
