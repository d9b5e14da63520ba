import CommandTestSupport
import ContractChecking
import Foundation
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Recording, matching and redaction of request bodies other than JSON, with a real server.
@Suite(.serialized) struct RequestBodyRoundTripTests {
    private final class Archive {
        let folder: TemporaryFolder
        private let server: Server
        private let origin: String

        init() throws {
            folder = try TemporaryFolder()
            server = Server { request in
                let body = String(decoding: request.body, as: UTF8.self)
                let isB = body.contains("query B")
                let answer =
                    request.target == "/graphql"
                    ? (isB ? #"{"data":{"b":2}}"# : #"{"errors":[{"message":"no"}]}"#)
                    : #"{"length":\#(request.body.count)}"#
                return Response(status: 200, contentType: "application/json", body: Array(answer.utf8))
            }
            origin = "http://127.0.0.1:\(try server.start())"
            try folder.write(
                """
                { "service": "archive", "origin": "\(origin)", "endpoints": {
                  "upload": {
                    "arguments": { "title": { "type": "string" }, "password": { "type": "string", "format": "password" },
                                   "data": { "type": "string" } },
                    "request": { "method": "POST", "path": "/upload", "multipart": {
                      "title": "{title}", "password": "{password}", "meta": { "json": { "api_key": "{password}" } },
                      "file": { "bytes": "{data}", "filename": "a.bin" } } },
                    "responses": { "200": { "schema": { "required": ["length"] } } },
                    "cases": [ { "name": "one", "status": 200, "arguments": {
                      "title": "Tea", "password": "{env:ARCHIVE_PASSWORD}", "data": "SGVsbG8=" } } ] },
                  "a": { "request": { "method": "POST", "path": "/graphql", "graphql": { "document": "query A { a }" } },
                    "responses": { "200": { "schema": { "required": ["data"] } },
                                   "200 errors": { "schema": { "required": ["errors"] } } },
                    "cases": [ { "name": "refused", "status": 200, "response": "200 errors" } ] },
                  "b": { "request": { "method": "POST", "path": "/graphql", "graphql": { "document": "query B { b }" } },
                    "responses": { "200": { "schema": { "required": ["data"] } },
                                   "200 errors": { "schema": { "required": ["errors"] } } },
                    "cases": [ { "name": "good", "status": 200 } ] } } }
                """, to: "Contracts/archive/contract.json")
        }

        deinit { server.stop() }

        func run(_ words: String..., document: String = "query B {\n  b\n}") async -> CommandOutput {
            let origin = origin
            @Sendable func post(_ path: String, _ type: String, _ body: Data) throws -> URLRequest {
                guard let url = URL(string: origin + path) else { throw URLError(.badURL) }
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.setValue(type, forHTTPHeaderField: "Content-Type")
                request.httpBody = body
                return request
            }
            func graphql(_ name: String, _ document: String) -> Endpoint {
                Endpoint(name) { (_: Arguments) in
                    try post("/graphql", "application/json", try JSONEncoder().encode(["query": document]))
                }
            }
            let suite = ContractSuite(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings")
            ) {
                Service("archive") {
                    Endpoint("upload") { (arguments: Arguments) in
                        let boundary = UUID().uuidString
                        let password: String = try arguments["password"]
                        let text: String = try arguments["data"]
                        let meta = try JSONEncoder().encode(["api_key": password])
                        var body = Data()
                        func part(_ head: String, _ data: Data) {
                            body += Data("--\(boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + data
                            body += Data("\r\n".utf8)
                        }
                        guard let data = Data(base64Encoded: text) else { throw URLError(.badURL) }
                        part("name=\"title\"", Data((try arguments["title"] as String).utf8))
                        part("name=\"password\"", Data(password.utf8))
                        part("name=\"meta\"", meta)
                        part("name=\"file\"; filename=\"a.bin\"", data)
                        body += Data("--\(boundary)--\r\n".utf8)
                        return try post("/upload", "multipart/form-data; boundary=\(boundary)", body)
                    }
                    graphql("a", "query A{a}")
                    graphql("b", document)
                }
            }
            return await .of(words, over: suite, environment: ["ARCHIVE_PASSWORD": "hunter2-S3cret"])
        }
    }

    @Test func recordsAndReplaysMultipartAndGraphQL() async throws {
        let archive = try Archive()
        let recorded = await archive.run("record")
        #expect(recorded.code.rawValue == 0, "\(recorded.out)\(recorded.err)")
        for name in ["upload.one", "a.refused", "b.good"] {
            let text = try archive.folder.text(of: "Recordings/archive/\(name).har")
            #expect(!text.contains("hunter2"))
        }
        #expect(try archive.folder.text(of: "Recordings/archive/upload.one.har").contains("{env:ARCHIVE_PASSWORD}"))
        // A new boundary or another formatting of the document does not change the request.
        let replayed = await archive.run("verify")
        #expect(replayed.code.rawValue == 0, "\(replayed.out)\(replayed.err)")
        let spelled = await archive.run("verify", document: "query B { # the second\n b, }")
        #expect(spelled.code.rawValue == 0, "\(spelled.out)\(spelled.err)")
        let other = await archive.run("verify", document: "query B { b c }")
        #expect(other.code.rawValue == 1)
        #expect(other.out.contains("the document differs"))
    }
}
