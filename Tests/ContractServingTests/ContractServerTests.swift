#if os(macOS) || os(Linux)
    import ContractServing
    import Foundation
    import HTTPRecording
    import JSONSchema
    import LoopbackServer
    import RawHTTPClient
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Contracts served over sockets: browser requests, faults and an upstream server.
    struct ContractServerTests {
        private func server(
            _ library: Library? = nil, _ change: (inout ContractServer.Behaviour) -> Void = { _ in }
        ) throws -> (server: ContractServer, port: Int) {
            var behaviour = ContractServer.Behaviour()
            // Other tests use the CPU, so an upstream response may have to wait for a thread.
            behaviour.limits.replyDeadline = .seconds(600)
            change(&behaviour)
            let server = ContractServer(try (library ?? Library()).served(), behaviour: behaviour)
            return (server, try server.start())
        }

        @Test func respondsOverASocket() throws {
            let (server, port) = try server()
            defer { server.stop() }
            let reply = try ask(port, "GET", "/books/1", headers: ["Authorization: Bearer x"])
            #expect(reply.status == 200)
            #expect(reply.text == #"{"id":1,"title":"Emma","pages":512}"#)
            #expect(reply.header("access-control-allow-origin") == nil)
        }

        @Test func omitsARecordedContentTypeWithALineBreak() throws {
            let (server, port) = try server(Library(contentType: "application/json\rSet-Cookie: a=b"))
            defer { server.stop() }
            let reply = try ask(port, "GET", "/books/1", headers: ["Authorization: Bearer x"])
            #expect(reply.status == 200)
            #expect(reply.text == #"{"id":1,"title":"Emma","pages":512}"#)
            #expect(reply.header("content-type") == nil)
        }

        @Test func showsThePageAndTheLog() throws {
            let (server, port) = try server()
            defer { server.stop() }
            _ = try ask(port, "GET", "/nowhere")
            let page = try ask(port, "GET", "/")
            #expect(page.header("content-type") == "text/html; charset=utf-8")
            #expect(page.text.contains("1 of 1 requests differ from library"))
            #expect(try ask(port, "GET", "/_contracts").text == page.text)
            let log = try JSON(parsing: try ask(port, "GET", "/_contracts/log").body)
            #expect(log["requests"] == 1)
            #expect(log["log"]?[0]?["target"] == "/nowhere")
        }

        @Test func allowsRequestsFromOtherOrigins() throws {
            let (server, port) = try server()
            defer { server.stop() }
            let asked = try ask(
                port, "OPTIONS", "/books/1",
                headers: [
                    "Origin: http://localhost:3000", "Access-Control-Request-Method: GET",
                    "Access-Control-Request-Headers: authorization",
                ])
            #expect(asked.status == 204)
            #expect(asked.header("access-control-allow-origin") == "http://localhost:3000")
            #expect(asked.header("access-control-allow-methods") == "GET")
            #expect(asked.header("access-control-allow-headers") == "authorization")
            let reply = try ask(
                port, "GET", "/books/1", headers: ["Origin: http://localhost:3000", "Authorization: Bearer x"])
            #expect(reply.status == 200)
            #expect(reply.header("access-control-allow-origin") == "http://localhost:3000")
            #expect(reply.header("vary") == "Origin")
        }

        @Test func rejectsAForeignHostName() throws {
            let (server, port) = try server()
            defer { server.stop() }
            let client = try RawClient(port: port)
            try client.send("GET /books/1 HTTP/1.1\r\nHost: evil.example\r\n\r\n")
            #expect(try client.readReply().status == 421)
        }

        @Test func respondsWithTheConfiguredFault() throws {
            let (server, port) = try server { $0.fault = .status(503) }
            defer { server.stop() }
            #expect(try ask(port, "GET", "/books/1", headers: ["Authorization: x"]).status == 503)
        }

        @Test func delaysEveryResponse() throws {
            let (server, port) = try server { $0.latency = .milliseconds(300) }
            defer { server.stop() }
            let client = try RawClient(port: port)
            try client.send("GET /shelf HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(!client.isReadable(within: 1))
            #expect(try client.readReply().status == 200)
        }

        /// Sends a request without blocking a thread that the server needs.
        private func asking(
            _ port: Int, _ target: String, headers: [String: String] = [:]
        ) async throws -> (status: Int, text: String) {
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(target)")))
            request.allHTTPHeaderFields = headers
            request.timeoutInterval = 600
            let (data, response) = try await LiveTransport().send(request)
            return (response.statusCode, String(decoding: data, as: UTF8.self))
        }

        @Test func forwardsAndRecordsRequestsOfTheContract() async throws {
            let upstream = Server { request in
                Response(
                    status: request.path == ["books", "1"] ? 200 : 404, contentType: "application/json",
                    body: Array(#"{"id":1,"title":7,"asked":"\#(request.header("host") ?? "")"}"#.utf8))
            }
            let behind = try upstream.start()
            defer { upstream.stop() }
            let (server, port) = try server { $0.proxy = "http://127.0.0.1:\(behind)" }
            defer { server.stop() }
            let reply = try await asking(port, "/books/1", headers: ["Authorization": "Bearer x"])
            #expect(reply.status == 200)
            #expect(reply.text == #"{"id":1,"title":7,"asked":"127.0.0.1:\#(behind)"}"#)
            #expect(try await asking(port, "/elsewhere").status == 404)
            let passed = server.exchanges
            #expect(passed.keys.sorted() == ["library"])
            #expect(passed["library"]?.map(\.request.url) == ["https://api.library.example/books/1"])
            // The response violates the schema, and the log reports it.
            let entries = server.log.latest.map(\.entry)
            #expect(entries.map(\.source) == Array(repeating: .proxied(to: "http://127.0.0.1:\(behind)"), count: 2))
            #expect(entries.last?.findings.map(\.rule) == ["response.schema"])
        }

        @Test func reportsAnUnresponsiveUpstreamServer() async throws {
            // A stopped server's port may be another test's at once. Nothing listens on tcpmux (RFC 1078).
            let (server, port) = try server { $0.proxy = "http://127.0.0.1:1" }
            defer { server.stop() }
            let reply = try await asking(port, "/shelf")
            #expect(reply.status == 502)
            #expect(reply.text.contains("returned no response"))
            #expect(server.log.faults == 1)
        }
    }
#endif
