import LoopbackServer
import RawHTTPClient
import Testing

/// Malformed requests and the expected status of each.
@Suite struct MalformedRequestTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let status: Int
        let name: String
        let request: String

        init(_ status: Int, _ name: String, _ request: String) {
            self.status = status
            self.name = name
            self.request = request
        }

        var testDescription: String { "\(status) for \(name)" }
    }

    private static let post = "POST /notes HTTP/1.1\r\nHost: a\r\n"
    private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

    static let refusals = [
        Refusal(400, "a request line of one word", "GET\r\n\r\n"),
        Refusal(400, "HTTP/0.9", "GET /\r\n\r\n"),
        Refusal(400, "two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a method that is no token", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a lower-case version", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
        Refusal(400, "a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a broken percent-encoding", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a cut percent-encoding", "GET /a?b=%2 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "an encoding that is not UTF-8", "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "raw UTF-8 in the target", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "three empty lines first", "\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(400, "lines that end in LF", "GET / HTTP/1.1\nHost: a\n\n"),
        Refusal(400, "a header that ends in LF", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
        Refusal(400, "a CR within a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
        Refusal(400, "a NUL within a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"),
        Refusal(400, "a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        Refusal(400, "a header without a colon", "GET / HTTP/1.1\r\nHost: a\r\nNothing\r\n\r\n"),
        Refusal(400, "a header without a name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
        Refusal(400, "a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n"),
        Refusal(400, "no Host", "GET / HTTP/1.1\r\n\r\n"),
        Refusal(400, "two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        Refusal(400, "a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        Refusal(400, "both lengths", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Refusal(400, "two lengths", post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
        Refusal(400, "two lengths in one line", post + "Content-Length: 2, 3\r\n\r\n{}"),
        Refusal(400, "a signed length", post + "Content-Length: +2\r\n\r\n{}"),
        Refusal(400, "a negative length", post + "Content-Length: -1\r\n\r\n"),
        Refusal(400, "a hexadecimal length", post + "Content-Length: 0x2\r\n\r\n{}"),
        Refusal(400, "an empty length", post + "Content-Length: \r\n\r\n"),
        Refusal(
            400, "chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Refusal(400, "a chunk without a size", chunked + "\r\n\r\n"),
        Refusal(400, "a chunk's size that is no number", chunked + "xyz\r\n"),
        Refusal(400, "a negative chunk", chunked + "-1\r\n"),
        Refusal(400, "a chunk longer than its size", chunked + "1\r\nab\r\n0\r\n\r\n"),
        Refusal(400, "a chunk's extension without end", chunked + "1;" + String(repeating: "a", count: 300)),
        Refusal(400, "a wrong trailer", chunked + "0\r\nno colon\r\n\r\n"),
        Refusal(413, "a length over the limit", post + "Content-Length: 1048577\r\n\r\n"),
        Refusal(413, "a length over all integers", post + "Content-Length: 99999999999999999999\r\n\r\n"),
        Refusal(413, "a chunk over the limit", chunked + "100001\r\n"),
        Refusal(413, "a chunk over all integers", chunked + "FFFFFFFFFFFFFFFFFF\r\n"),
        Refusal(414, "a target over the limit", "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\n"),
        Refusal(414, "a target without end", "GET /" + String(repeating: "a", count: 9000)),
        Refusal(417, "another expectation", post + "Expect: a-miracle\r\nContent-Length: 0\r\n\r\n"),
        Refusal(
            431, "a header over the limit",
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 33_000) + "\r\n\r\n"),
        Refusal(
            431, "a hundred headers and one",
            "GET / HTTP/1.1\r\n" + (0...100).map { "X-\($0): a\r\n" }.joined() + "\r\n"),
        Refusal(431, "a trailer over the limit", chunked + "0\r\nX: " + String(repeating: "a", count: 33_000)),
        Refusal(501, "an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(501, "a method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Refusal(501, "an unknown transfer coding", post + "Transfer-Encoding: gzip, chunked\r\n\r\n"),
        Refusal(505, "HTTP/2", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    ]

    @Test(arguments: refusals) func refusesMalformedRequests(_ refusal: Refusal) throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(refusal.request)
            let reply = try client.readReply()
            #expect(reply.status == refusal.status)
            #expect(reply.header("Connection") == "close")
            #expect(reply.header("Content-Type") == "text/html")
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func answersTheRequestsBeforeTheMalformedOne() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send("GET /card?number=0 HTTP/1.1\r\nHost: a\r\n\r\nBAD\r\n\r\nGET / HTTP/1.1\r\n\r\n")
            #expect(try client.readReply().status == 200)
            #expect(try client.readReply().status == 400)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func deliversARefusalWhileTheClientSendsTheBody() throws {
        try serving { port in
            let client = try RawClient(port: port)
            let length = 8 * 1024 * 1024
            try client.send(Self.post + "Content-Length: \(length)\r\n\r\n")
            try client.send([UInt8](repeating: 0x20, count: length))
            #expect(try client.readReply().status == 413)
        }
    }

    @Test func refusesChunksOverTheTotalLimit() throws {
        try serving { port in
            let client = try RawClient(port: port)
            let chunk = "10000\r\n" + String(repeating: " ", count: 65536) + "\r\n"
            try client.send(Self.chunked + String(repeating: chunk, count: 17))
            #expect(try client.readReply().status == 413)
        }
    }

    @Test func aPostWithoutALengthHasNoBody() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(Self.post + "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().status != 411)
            #expect(try client.readReply().status == 200)
        }
    }

    @Test func acceptsEqualLengthsAndTheLongestTarget() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(Self.post + "Content-Length: 2, 2\r\nContent-Length: 2\r\n\r\n{}")
            #expect(try client.readReply().status == 201)
            let target = "/" + String(repeating: "a", count: 8192 - "GET / HTTP/1.1".utf8.count)
            try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().status == 200)
        }
    }
}
