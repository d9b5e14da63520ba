import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct LiveTransportTests {
    @Test func returnsStatusHeadersAndBody() async throws {
        let server = try LoopbackServer { request, connection in
            connection.send(response("201 Created", ["X-Seen: \(request.method) \(text(request.body))"], body: "made"))
        }
        var request = try get(server.origin + "/things?q=a%20b")
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        let (data, answer) = try await LiveTransport().send(request)
        #expect(text(data) == "made")
        #expect(answer.statusCode == 201)
        #expect(answer.value(forHTTPHeaderField: "X-Seen") == "POST hello")
        #expect(server.requests.map(\.target) == ["/things?q=a%20b"])
    }

    @Test func doesNotSendReceivedCookies() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send(response("200 OK", ["Set-Cookie: a=1; Path=/"]))
        }
        _ = try await LiveTransport().send(try get(server.origin))
        _ = try await LiveTransport().send(try get(server.origin))
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
    }

    /// A delegate is asked only about certificates, and on Linux about nothing.
    @Test func usesTheGivenSessionConfiguration() async throws {
        final class Delegate: NSObject, URLSessionDelegate {}
        let server = try LoopbackServer { request, connection in
            connection.send(
                response("200 OK", ["Set-Cookie: a=1; Path=/", "X-Seen: \(request.headers["x-client"] ?? "none")"]))
        }
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-Client": "contracts"]
        let transport = LiveTransport(configuration: configuration, delegate: Delegate(), bodyLimit: 100)
        for _ in 0..<2 {
            let (_, answer) = try await transport.send(try get(server.origin))
            #expect(answer.value(forHTTPHeaderField: "X-Seen") == "contracts")
        }
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
        let other = try await LiveTransport().send(try get(server.origin)).1
        #expect(other.value(forHTTPHeaderField: "X-Seen") == "none")
    }

    @Test func reportsThePartialBodyOfAnEndlessStream() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
            connection.waitUntilClosed()
        }
        do {
            _ = try await LiveTransport().send(try get(server.origin, timeout: 2))
            Issue.record("it ended")
        } catch let error as URLError {
            #expect(error.code == .timedOut)
            #expect(error.explanation == "the stream does not end: 9 bytes in 1 piece came in 2 s")
        }
    }

    @Test func splitsCookiesJoinedByFoundation() async throws {
        let server = try LoopbackServer { _, connection in
            let cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2; HttpOnly"]
            connection.send(response("200 OK", cookies.map { "Set-Cookie: \($0)" }))
        }
        let (data, answer) = try await LiveTransport().send(try get(server.origin))
        #expect(
            RecordedResponse(data, answer).headers[all: "set-cookie"]
                == ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2; HttpOnly"])
    }

    @Test func timesOutForASilentServer() async throws {
        let server = try LoopbackServer { _, connection in connection.waitUntilClosed() }
        let code = await urlError { _ = try await LiveTransport().send(try get(server.origin, timeout: 0.3)) }
        #expect(code == .timedOut)
    }

    @Test func timesOutForADrippingServer() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while !connection.isClosed {
                connection.send("x")
                usleep(20_000)
            }
        }
        let code = await urlError { _ = try await LiveTransport().send(try get(server.origin, timeout: 0.5)) }
        #expect(code == .timedOut)
    }

    @Test func returnsIfTheServerAsksForAPassword() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send(response("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"x\""], body: "who?"))
        }
        let (data, answer) = try await LiveTransport().send(try get(server.origin, timeout: 5))
        #expect(answer.statusCode == 401)
        #expect(text(data) == "who?")
    }

    @Test func refusesABodyOverTheLimit() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            for _ in 0..<128 { connection.send([UInt8](repeating: 0x61, count: 65_536)) }
        }
        let code = await urlError { _ = try await LiveTransport(bodyLimit: 1 << 20).send(try get(server.origin)) }
        #expect(code == .dataLengthExceedsMaximum)
        let other = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "fine")) }
        #expect(text(try await LiveTransport().send(try get(other.origin)).0) == "fine")
    }

    @Test func acceptsABodyOfExactlyTheLimit() async throws {
        let server = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "12345")) }
        let (data, _) = try await LiveTransport(bodyLimit: 5).send(try get(server.origin))
        #expect(text(data) == "12345")
    }

    @Test func reportsATruncatedBody() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
        }
        let code = await urlError { _ = try await LiveTransport().send(try get(server.origin)) }
        #expect(code == .networkConnectionLost)
    }

    @Test func reportsAFailedHandshake() async throws {
        let server = try LoopbackServer { _, connection in connection.send("no TLS here\r\n\r\n") }
        let secure = server.origin.replacingOccurrences(of: "http:", with: "https:")
        let code = await urlError { _ = try await LiveTransport().send(try get(secure, timeout: 3)) }
        #expect(code == .secureConnectionFailed)
    }

    @Test func reportsARefusedConnection() async throws {
        let port = try LoopbackServer { _, _ in }.port
        let code = await urlError { _ = try await LiveTransport().send(try get("http://127.0.0.1:\(port)/")) }
        #expect(code == .cannotConnectToHost)
    }

    @Test func dropsTheHeadersOfADecodedContentCoding() async throws {
        // Made with `gzip -n -9` from "hello".
        let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let server = try LoopbackServer { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\nConnection: close\r\n\r\n"
            )
            connection.send(gzip)
        }
        let (data, answer) = try await LiveTransport().send(try get(server.origin))
        #expect(text(data) == "hello")
        #expect(answer.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(answer.value(forHTTPHeaderField: "Content-Length") == nil)
    }

    @Test func endsWhenItsTaskIsCancelled() async throws {
        let server = try LoopbackServer { _, connection in connection.waitUntilClosed() }
        let request = try get(server.origin)
        let task = Task { try await LiveTransport().send(request) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        let code = await urlError { _ = try await task.value }
        #expect(code == .cancelled)
    }

    @Test func recordsEachHopAndHidesCredentialsFromOtherOrigins() async throws {
        let target = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "there")) }
        let destination = target.origin
        let server = try LoopbackServer { request, connection in
            connection.send(
                request.target == "/a"
                    ? response("302 Found", ["Location: /b"])
                    : response("307 Temporary Redirect", ["Location: \(destination)/c"]))
        }
        var request = try get(server.origin + "/a")
        request.setValue("Bearer abc", forHTTPHeaderField: "Authorization")
        request.setValue("key", forHTTPHeaderField: "X-Api-Key")
        request.setValue("text/plain", forHTTPHeaderField: "Accept")
        let recorder = RecordingTransport(wrapping: LiveTransport())
        let (data, answer) = try await recorder.send(request)
        #expect(text(data) == "there")
        #expect(answer.url?.absoluteString == destination + "/c")
        #expect(await recorder.exchanges.map(\.response.status) == [302, 307, 200])
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer abc", "Bearer abc"])
        #expect(target.requests.first?.headers["authorization"] == nil)
        #expect(target.requests.first?.headers["x-api-key"] == nil)
        #expect(target.requests.first?.headers["accept"] == "text/plain")

        let replay = ReplayTransport(Recording(entries: await recorder.exchanges))
        let (replayed, final) = try await replay.send(request)
        #expect(text(replayed) == "there")
        #expect(final.url?.absoluteString == destination + "/c")
        #expect(replay.unplayed.isEmpty)
    }

    @Test(arguments: [307, 308]) func sendsABodyStreamAgainAfterARedirect(_ status: Int) async throws {
        let url = try #require(URL(string: "http://h/a"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("a=1".utf8))
        let hops = Locked<[String]>([])
        _ = try await Redirects.follow(request) { hop in
            let url = hop.url ?? url
            hops.withLock { $0.append(url.path + " " + text(hop.bodyBytes ?? [])) }
            let answer = RecordedResponse(status: url.path == "/a" ? status : 200, headers: ["Location": "/b"])
            return (Data(), try #require(answer.urlResponse(url: url)))
        }
        #expect(hops.withLock { $0 } == ["/a a=1", "/b a=1"])
    }

    @Test func givesUpOnEndlessRedirects() async throws {
        let server = try LoopbackServer { _, connection in connection.send(response("302 Found", ["Location: /"])) }
        let code = await urlError { _ = try await LiveTransport().send(try get(server.origin)) }
        #expect(code == .httpTooManyRedirects)
        #expect(server.requests.count == 21)
    }

    @Test func performsManyConcurrentCalls() async throws {
        let server = try LoopbackServer { request, connection in
            connection.send(response("200 OK", body: request.target))
        }
        let origin = server.origin
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for card in 0..<23 {
                group.addTask { text(try await LiveTransport().send(try get("\(origin)/\(card)")).0) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<23).map { "/\($0)" }))
    }
}
