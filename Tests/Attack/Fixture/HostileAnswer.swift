import Foundation

/// A hostile response and its expected outcome.
package struct HostileAnswer: Sendable {
    /// The expected outcome of the response check, determined by experiment with FoundationNetworking 6.3 and curl
    /// 7.88.
    package enum Told: Sendable, Hashable {
        case passed
        /// A finding with this rule.
        case failed(String)
        /// An evaluation error whose reason contains this string.
        case error(String)
    }

    package let name: String
    package let told: Told
    package let steps: [RawServer.Step]

    private init(_ name: String, _ told: Told, _ steps: [RawServer.Step]) {
        self.name = name
        self.told = told
        self.steps = steps
    }

    /// Creates a response from text, with the line endings of HTTP.
    private init(_ name: String, _ told: Told, _ text: String) {
        self.init(name, told, [.send(Self.bytes(text))])
    }

    /// Creates a complete response with header lines and a valid body.
    private init(_ name: String, _ told: Told, header: String, body: String = good) {
        self.init(
            name, told,
            "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: \(body.utf8.count)\n\(header)\n\n\(body)")
    }

    /// Creates a complete response with a status line.
    private init(_ name: String, _ told: Told, status: String, header: String = "X-Nothing: 1") {
        self.init(
            name, told,
            "\(status)\nContent-Type: application/json\nContent-Length: \(Self.good.utf8.count)\n\(header)\n\n\(Self.good)"
        )
    }

    /// Creates a response with a chunked body.
    private init(
        _ name: String, _ told: Told, chunks: String, status: String = "200 OK", header: String = "X-Nothing: 1"
    ) {
        self.init(
            name, told,
            [
                .send(
                    Self.bytes(
                        "HTTP/1.1 \(status)\nContent-Type: application/json\nTransfer-Encoding: chunked\n\(header)\n\n")
                )
            ] + [.send(Array(chunks.utf8))])
    }

    /// Creates a response with a verbatim body and its length.
    private init(_ name: String, _ told: Told, body: [UInt8]) {
        self.init(
            name, told,
            [
                .send(
                    Self.bytes("HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: \(body.count)\n\n")
                        + body)
            ])
    }

    private static func bytes(_ text: String) -> [UInt8] {
        // Only line endings in the head become CR LF.
        guard let end = text.range(of: "\n\n") else {
            return Array(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
        }
        return Array(text[..<end.upperBound].replacingOccurrences(of: "\n", with: "\r\n").utf8)
            + Array(text[end.upperBound...].utf8)
    }

    /// The valid body.
    private static let good = #"{"pong":true}"#
    private static let whole = "d\r\n\(good)\r\n0\r\n\r\n"
    private static let noAnswer = Told.error("returned no response")
    private static let ended = Told.error("the platform's HTTP client crashes on this response")
    private static let schema = Told.failed("response.schema")
    private static let body = Told.failed("response.body")
    private static let status = Told.failed("response.status")

    package static let all: [HostileAnswer] = [
        sound, heads, statuses, challenges, lengths, chunked, trailers, redirects, bodies, endings,
    ].flatMap(\.self)

    /// The contract of a service that returns a different response at each endpoint.
    package static var contract: String {
        let endpoints = all.enumerated().map { index, answer in
            """
            "a\(index)": {
              "request": { "method": "GET", "path": "/a\(index)", "timeout": 2 },
              "responses": { "200": { "schema": { "type": "object", "required": ["pong"] } } },
              "cases": [ { "name": "\(answer.name)", "status": 200, "health": true } ]
            }
            """
        }
        return """
            { "service": "hostile", "origin": "https://hostile.example.com", "endpoints": { \(endpoints.joined(separator: ",\n")) } }
            """
    }

    /// Returns the steps for a request, by its first line.
    package static func steps(for line: String) -> [RawServer.Step] {
        let path = line.split(separator: " ").dropFirst().first ?? ""
        if path == "/itself" { return all.first { $0.name == "a redirect to itself" }?.steps ?? [] }
        return Int(path.dropFirst(2)).flatMap { all.indices.contains($0) ? all[$0].steps : nil } ?? []
    }

    private static let sound: [HostileAnswer] = [
        HostileAnswer("a whole answer", .passed, header: "X-Nothing: 1"),
        HostileAnswer("a whole answer in chunks", .passed, chunks: whole),
        HostileAnswer("HTTP 1.0", .passed, status: "HTTP/1.0 200 OK"),
        HostileAnswer("no reason", noAnswer, status: "HTTP/1.1 200"),
        HostileAnswer("a body until the end", .passed, "HTTP/1.1 200 OK\nContent-Type: application/json\n\n\(good)"),
    ]

    private static let heads: [HostileAnswer] = [
        HostileAnswer("nothing", noAnswer, []),
        HostileAnswer("an empty line", noAnswer, "\n\n"),
        HostileAnswer("no HTTP", noAnswer, "SSH-2.0-OpenSSH_9.2\n\n"),
        HostileAnswer("only a status line", ended, "HTTP/1.1 200 OK\n"),
        HostileAnswer("half a status line", noAnswer, "HTTP/1."),
        HostileAnswer("half a header", ended, "HTTP/1.1 200 OK\nContent-Ty"),
        HostileAnswer("a status of two digits", noAnswer, status: "HTTP/1.1 20 OK"),
        HostileAnswer("a status of four digits", noAnswer, status: "HTTP/1.1 2000 OK"),
        HostileAnswer("a negative status", noAnswer, status: "HTTP/1.1 -20 OK"),
        HostileAnswer("a status that is no number", noAnswer, status: "HTTP/1.1 abc OK"),
        HostileAnswer("HTTP 9", noAnswer, status: "HTTP/9.9 200 OK"),
        HostileAnswer("HTTP 2 in text", noAnswer, status: "HTTP/2 200"),
        HostileAnswer(
            "a reason without end", .passed, status: "HTTP/1.1 200 " + String(repeating: "O", count: 9000)),
        HostileAnswer("a reason with controls", .passed, status: "HTTP/1.1 200 \u{1B}[31mOK\u{7}"),
        HostileAnswer("a header without a colon", noAnswer, header: "Nothing"),
        HostileAnswer("a header without a name", noAnswer, header: ": nothing"),
        HostileAnswer("a header without a value", .passed, header: "X-Empty:"),
        HostileAnswer("a folded header", .passed, header: "X-Folded: a\n b"),
        HostileAnswer("a header with controls", .passed, header: "X-Red: \u{1B}[31m"),
        HostileAnswer("a header in another alphabet", .passed, header: "X-Name: Ωμέγα"),
        HostileAnswer("a long header", .passed, header: "X-Long: " + String(repeating: "x", count: 60_000)),
        HostileAnswer("a header of a megabyte", noAnswer, header: "X-Long: " + String(repeating: "x", count: 1 << 20)),
        HostileAnswer(
            "a thousand headers", .passed, header: (1...1000).map { "X-\($0): \($0)" }.joined(separator: "\n")),
        HostileAnswer(
            "the same header often", .passed, header: Array(repeating: "X-Same: 1", count: 500).joined(separator: "\n")
        ),
        HostileAnswer(
            "many cookies", .passed,
            header: (1...200).map { "Set-Cookie: c\($0)=\($0)" }.joined(separator: "\n")),
        HostileAnswer("a broken cookie", .passed, header: "Set-Cookie: =;;;="),
        HostileAnswer("a date in no calendar", .passed, header: "Date: Mon, 99 Foo 9999 99:99:99 GMT"),
        HostileAnswer(
            "bare line feeds", noAnswer, [.send(Array("HTTP/1.1 200 OK\nContent-Length: 13\n\n\(good)".utf8))]),
        HostileAnswer(
            "no media type", .passed, "HTTP/1.1 200 OK\nContent-Length: 13\n\n\(good)"),
    ]

    private static let statuses: [HostileAnswer] = alone + early + codes.map(answer)

    private static let alone: [HostileAnswer] = [100, 101, 102, 103, 199].map { code in
        HostileAnswer("status \(code) alone", noAnswer, "HTTP/1.1 \(code) Information\nContent-Length: 0\n\n")
    }

    private static let early: [HostileAnswer] = [100, 103].map { code in
        let steps: [RawServer.Step] = [
            .send(bytes("HTTP/1.1 \(code) Information\nLink: </x>; rel=preload\n\n")),
            .send(bytes("HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 13\n\n\(good)")),
        ]
        return HostileAnswer("status \(code) before the answer", .passed, steps)
    }

    private static let codes = [
        201, 204, 205, 206, 226, 299, 300, 304, 400, 401, 402, 403, 404, 407, 418, 451, 499, 500, 501, 503, 599, 600,
        999,
    ]

    private static func answer(of code: Int) -> HostileAnswer {
        let text =
            [204, 205, 304].contains(code)
            ? "X-Nothing: 1\n\n" : "Content-Type: application/json\nContent-Length: 13\n\n\(good)"
        return HostileAnswer("status \(code)", status, "HTTP/1.1 \(code) Some\n" + text)
    }

    private static let challenges: [HostileAnswer] = [
        HostileAnswer(
            "a basic challenge", status, status: "HTTP/1.1 401 Unauthorized", header: "WWW-Authenticate: Basic realm=x"),
        HostileAnswer(
            "a digest challenge", status, status: "HTTP/1.1 401 Unauthorized",
            header: "WWW-Authenticate: Digest realm=x, nonce=y"),
        HostileAnswer(
            "an unknown challenge", status, status: "HTTP/1.1 401 Unauthorized", header: "WWW-Authenticate: Nothing"),
        HostileAnswer(
            "a proxy's challenge", status, status: "HTTP/1.1 407 Proxy", header: "Proxy-Authenticate: Basic realm=x"),
    ]

    private static func length(_ length: String, _ told: Told) -> HostileAnswer {
        HostileAnswer(
            "a length of '\(length.prefix(24))'", told,
            "HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: \(length)\n\n\(good)")
    }

    private static let lengths: [HostileAnswer] = [
        length("0", body), length("1", body), length("12", body), length("14", noAnswer),
        length("1000000", noAnswer),
        length("2147483648", noAnswer), length("4294967296", noAnswer), length("9223372036854775805", ended),
        length("9223372036854775806", ended), length("9223372036854775807", ended),
        length("9223372036854775808", .passed),
        length("18446744073709551616", .passed), length(String(repeating: "9", count: 400), .passed),
        length("-1", noAnswer),
        length("+13", .passed), length("13, 13", .passed), length("13;", .passed), length("0x0d", body),
        length("13.0", .passed),
        length("", noAnswer), length("abc", noAnswer), length("١٣", noAnswer),
        HostileAnswer("two lengths", body, header: "Content-Length: 5"),
        HostileAnswer("a length and chunks", .passed, chunks: whole, header: "Content-Length: 5"),
    ]

    private static let chunked: [HostileAnswer] = [
        HostileAnswer("no last chunk", noAnswer, chunks: "d\r\n\(good)\r\n"),
        HostileAnswer("half a chunk", noAnswer, chunks: "d\r\n{\"po"),
        HostileAnswer("chunks of a byte", .passed, chunks: good.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"),
        HostileAnswer("a chunk's extension", .passed, chunks: "d;name=value\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk without a size", noAnswer, chunks: "\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk's size that is none", noAnswer, chunks: "xyz\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk's size that is negative", noAnswer, chunks: "-d\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk's size of 2^64", noAnswer, chunks: "10000000000000000\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk's size of 2^63", noAnswer, chunks: "8000000000000000\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk that is too long", noAnswer, chunks: "5\r\n\(good)\r\n0\r\n\r\n"),
        HostileAnswer("a chunk of none at all", body, chunks: "0\r\n\r\n"),
        HostileAnswer("chunks in an unknown coding", noAnswer, chunks: whole, header: "Transfer-Encoding: fancy"),
    ]

    private static let trailer = "d\r\n\(good)\r\n0\r\nX-Sum: 1\r\n\r\n"

    private static let trailers: [HostileAnswer] = [
        HostileAnswer("a chunked trailer", .error("a chunked trailer"), chunks: trailer),
        HostileAnswer("two chunked trailers", ended, chunks: "d\r\n\(good)\r\n0\r\nX-Sum: 1\r\nX-Other: 2\r\n\r\n"),
        HostileAnswer("a trailer that was announced", ended, chunks: trailer, header: "Trailer: X-Sum"),
        HostileAnswer("a trailer without a body", ended, chunks: "0\r\nX-Sum: 1\r\n\r\n"),
        HostileAnswer("a trailer of a redirect", ended, chunks: trailer, status: "302 Found", header: "Location: /a0"),
        HostileAnswer(
            "a trailer of a challenge", ended, chunks: trailer, status: "401 Unauthorized",
            header: "WWW-Authenticate: Basic realm=x"),
        HostileAnswer("a trailer of a failure", ended, chunks: trailer, status: "500 Failure"),
        HostileAnswer("half a trailer", noAnswer, chunks: "d\r\n\(good)\r\n0\r\nX-S"),
        HostileAnswer("a trailer without a colon", noAnswer, chunks: "d\r\n\(good)\r\n0\r\nnothing\r\n\r\n"),
        HostileAnswer("a second answer as trailer", noAnswer, chunks: "d\r\n\(good)\r\n0\r\nHTTP/1.1 200 OK\r\n\r\n"),
    ]

    private static func redirect(_ name: String, _ told: Told, to place: String, _ code: Int = 302) -> HostileAnswer {
        HostileAnswer(name, told, "HTTP/1.1 \(code) Found\nLocation: \(place)\nContent-Length: 0\n\n")
    }

    private static let redirects: [HostileAnswer] = [
        redirect("a redirect", .failed("recording.request"), to: "/a0"),
        redirect("a redirect to itself", status, to: "/itself"),
        redirect("a redirect to nowhere", status, to: ""),
        redirect("a redirect to a file", status, to: "file:///etc/passwd"),
        redirect("a redirect to data", status, to: "data:application/json,{}"),
        redirect("a redirect to what is no URL", status, to: "http://[::"),
        redirect("a redirect to a port that is none", status, to: "http://127.0.0.1:1/"),
        redirect("a redirect to a port that is too high", status, to: "http://127.0.0.1:99999/"),
        redirect("a redirect to a script", status, to: "javascript:alert(1)"),
        redirect("a redirect to a user", status, to: "http://user:secret@127.0.0.1:1/"),
        redirect("a permanent redirect", .failed("recording.request"), to: "/a0", 308),
        redirect("a long redirect", status, to: "/" + String(repeating: "x", count: 60_000)),
        HostileAnswer("a redirect without a place", status, "HTTP/1.1 302 Found\nContent-Length: 0\n\n"),
    ]

    private static let bodies: [HostileAnswer] = [
        HostileAnswer("an empty body", body, body: []),
        HostileAnswer("no JSON", body, body: Array("<html>".utf8)),
        HostileAnswer("half of JSON", body, body: Array(#"{"pong":"#.utf8)),
        HostileAnswer("null", schema, body: Array("null".utf8)),
        HostileAnswer("an array", schema, body: Array("[]".utf8)),
        HostileAnswer(
            "bytes that are not UTF-8", .failed("response.charset"), body: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
        HostileAnswer("a body with zeros", body, body: [UInt8](repeating: 0, count: 64)),
        HostileAnswer("deep nesting", body, body: [UInt8](repeating: 0x5B, count: 200_000)),
        HostileAnswer(
            "a number without end", .passed, body: Array("{\"pong\":\(String(repeating: "9", count: 100_000))}".utf8)),
        HostileAnswer("a large exponent", .passed, body: Array(#"{"pong":1e999999999}"#.utf8)),
        HostileAnswer("the same key twice", .passed, body: Array(#"{"pong":1,"pong":2}"#.utf8)),
        HostileAnswer("half a surrogate", body, body: Array(#"{"pong":"\ud800"}"#.utf8)),
        HostileAnswer(
            "a body of a megabyte", .passed,
            body: Array("{\"pong\":\"\(String(repeating: "x", count: 1 << 20))\"}".utf8)),
        HostileAnswer("no gzip though it says so", noAnswer, header: "Content-Encoding: gzip"),
        HostileAnswer("an unknown coding", noAnswer, header: "Content-Encoding: nothing"),
        HostileAnswer("a coding many times over", noAnswer, header: "Content-Encoding: gzip, gzip, gzip, gzip"),
    ]

    private static let head = bytes("HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 1000000\n\n")

    private static let endings: [HostileAnswer] = [
        HostileAnswer("a reset at once", noAnswer, [.reset]),
        HostileAnswer("a reset in the head", noAnswer, [.send(bytes("HTTP/1.1 200 OK\nX-N")), .reset]),
        HostileAnswer("a reset in the body", noAnswer, [.send(head), .send(Array(good.utf8)), .reset]),
        HostileAnswer("silence", .error("timed out"), [.wait(30)]),
        HostileAnswer("silence in the head", .error("timed out"), [.send(bytes("HTTP/1.1 200 OK\nX-N")), .wait(30)]),
        HostileAnswer("silence in the body", .error("timed out"), [.send(head), .wait(30)]),
        HostileAnswer("a drip", .error("timed out"), [.send(head), .again([0x20], every: 0.05)]),
        HostileAnswer(
            "a drip of headers", .error("timed out"),
            [.send(bytes("HTTP/1.1 200 OK\n")), .again(bytes("X-N: 1\n"), every: 0.05)]),
        HostileAnswer(
            "information for ever", .error("timed out"), [.again(bytes("HTTP/1.1 100 Continue\n\n"), every: 0.01)]),
        HostileAnswer(
            "a flood", .error("body too large"),
            [
                .send(bytes("HTTP/1.1 200 OK\nContent-Type: application/json\n\n")),
                .again([UInt8](repeating: 0x20, count: 1 << 16), every: 0),
            ]),
        HostileAnswer(
            "a flood of headers", .error("timed out"),
            [.send(bytes("HTTP/1.1 200 OK\n")), .again(bytes("X-N: 1\n"), every: 0)]),
        HostileAnswer(
            "more than was announced", .passed,
            [.send(bytes("HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 13\n\n\(good)more"))]),
        HostileAnswer(
            "another answer behind it", .passed,
            [
                .send(bytes("HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 13\n\n\(good)")),
                .send(bytes("HTTP/1.1 500 Other\nContent-Length: 0\n\n")),
            ]),
    ]
}
