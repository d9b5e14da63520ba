import ContractChecking
import ContractComparison
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The strength check for parts, elements, variables and events that a contract no longer requires.
struct BodyStrengthTests {
    private static let contract = #"""
        { "service": "notes", "origin": "https://notes.example.com", "endpoints": {
            "upload": {
              "arguments": { "title": { "type": "string" }, "page": { "type": "null" } },
              "request": { "method": "POST", "path": "/upload", "multipart": { "title": "{title}", "page": "{page}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "title": "Tea" } } ]
            },
            "order": {
              "arguments": { "id": { "type": "integer" }, "page": { "type": "null" } },
              "request": { "method": "POST", "path": "/order", "headers": { "Content-Type": "text/xml" },
                "xml": "<o:order xmlns:o='urn:shop' id='{id}' unit='kg'><o:isbn>{id}</o:isbn><o:page>{page}</o:page></o:order>" },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "id": 7 } } ]
            },
            "book": {
              "arguments": { "isbn": { "type": "string" }, "page": { "type": "null" } },
              "request": { "method": "POST", "path": "/graphql", "graphql": {
                "document": "query Book($isbn: ID!) { book(isbn: $isbn) { title } }",
                "variables": { "isbn": "{isbn}", "page": "{page}" } } },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "isbn": "0306406152" } } ]
            },
            "progress": {
              "request": { "method": "GET", "path": "/progress" },
              "responses": { "200": { "content": "text/event-stream", "events": {
                "schema": { "required": ["step"] },
                "byName": { "done": { "required": ["total"] }, "late": { "required": ["step"] } } } } },
              "cases": [ { "name": "one", "status": 200 } ]
            } } }
        """#

    private static func request(_ method: String, _ path: String, _ type: String, _ body: String) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://notes.example.com\(path)")))
        request.httpMethod = method
        if body.isEmpty { return request }
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.utf8)
        return request
    }

    @Test func reportsUnnoticedBodyAndEventMutants() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.contract, to: "Contracts/notes/contract.json")
        func record(_ name: String, _ request: URLRequest, _ status: Int, _ type: String = "", _ body: String = "")
            throws
        {
            let exchange = HTTPExchange(
                request: RecordedRequest(
                    method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
                    headers: HeaderFields(foundation: request.allHTTPHeaderFields ?? [:]),
                    body: request.httpBody.map { Array($0) }),
                response: RecordedResponse(
                    status: status, headers: type.isEmpty ? [:] : ["Content-Type": type], body: Array(body.utf8)))
            let recording = Recording(
                entries: [exchange],
                provenance: Recording.Provenance(origin: "https://notes.example.com", provider: .local))
            try folder.write(
                String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/\(name).one.har")
        }
        @Sendable func upload(_ title: String) throws -> URLRequest {
            let part = "Content-Disposition: form-data; name=\"title\"\r\n\r\n\(title)"
            let boundary = "b\(UUID())"
            return try Self.request(
                "POST", "/upload", "multipart/form-data; boundary=\(boundary)",
                "--\(boundary)\r\n\(part)\r\n--\(boundary)--\r\n")
        }
        @Sendable func order(_ id: Int) throws -> URLRequest {
            try Self.request(
                "POST", "/order", "text/xml",
                "<order xmlns='urn:shop' unit='kg' id='\(id)'><isbn>\(id)</isbn></order>")
        }
        @Sendable func book(_ isbn: String) throws -> URLRequest {
            let body: JSON = [
                "query": "query Book($isbn: ID!) { book(isbn: $isbn) { title } }", "variables": ["isbn": .string(isbn)],
            ]
            return try Self.request("POST", "/graphql", "application/json", body.text(.compact))
        }
        try record("upload", upload("Tea"), 204)
        try record("order", order(7), 204)
        try record("book", book("0306406152"), 204)
        try record(
            "progress", Self.request("GET", "/progress", "", ""), 200, "text/event-stream",
            "data: {\"step\":1}\n\nevent: done\ndata: {\"total\":1}\n\n")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Endpoint("upload") { try upload($0["title"]) }
                Endpoint("order") { try order($0["id"]) }
                Endpoint("book") { try book($0["isbn"]) }
                Endpoint("progress") { _ in try Self.request("GET", "/progress", "", "") }
            }
        }
        let sound = await suite.verify(Options(mode: .replay))
        #expect(sound.findings.map(\.message) == [])
        var options = Options(mode: .replay)
        options.strength = StrengthCheck.init
        let report = await suite.verify(suite.scoreChecks.filter { $0.kind == .strength }, options)
        #expect(report.findings.map(\.message) == [])
        let strength = try #require(report.checks.first?.strength)
        let found = strength.mutants.filter { ["body-member-dropped", "event-dropped"].contains($0.kind) }.map {
            "\($0.outcome.rawValue) \($0.contract.pointer) \($0.name)"
        }
        #expect(
            found.sorted() == [
                "noticed /endpoints/book/request/graphql/variables/isbn the body has no 'isbn'",
                "noticed /endpoints/order/request/xml the body has no '/o:order/@id'",
                "noticed /endpoints/order/request/xml the body has no '/o:order/@unit'",
                "noticed /endpoints/order/request/xml the body has no '/o:order/o:isbn'",
                "noticed /endpoints/progress/responses/200/events/byName/done the event 'done' has no schema of its own",
                "noticed /endpoints/upload/request/multipart/title the body has no part 'title'",
                "unnoticed /endpoints/book/request/graphql/variables/page the body has no 'page'",
                "unnoticed /endpoints/order/request/xml the body has no '/o:order/o:page'",
                "unnoticed /endpoints/progress/responses/200/events/byName/late the event 'late' has no schema of its own",
                "unnoticed /endpoints/upload/request/multipart/page the body has no part 'page'",
            ])
    }
}
