import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

@Suite struct RecordingTests {
    private static let everything = Recording(
        entries: [
            HTTPExchange(
                request: RecordedRequest(
                    method: "POST", url: "https://h.example/a?x=1&y=a%20b&flag",
                    headers: ["Content-Type": "application/x-www-form-urlencoded", "Cookie": "s=1; t=2"],
                    body: bytes("a=1&b=x+y")),
                response: RecordedResponse(
                    status: 201,
                    headers: [
                        "Content-Type": "application/json",
                        "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/",
                        "Set-Cookie": "b=2; HttpOnly; Secure; Domain=h.example",
                    ], body: bytes("{\"a\":\"é/\\u0000\"}")),
                started: moment("2026-01-31T09:05:00.250Z"), timings: Timings(dns: 1.5, wait: 12.25)),
            HTTPExchange(
                request: RecordedRequest(method: "PUT", url: "http://h/b", headers: [:], body: [0xFF, 0, 1]),
                response: RecordedResponse(status: 204, body: []),
                started: moment("2026-01-31T09:05:01Z")),
            HTTPExchange(
                request: RecordedRequest(url: "http://h/c"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "text/html; charset=ISO-8859-1"], body: [0x4A, 0xE9, 0x80]),
                started: moment("2026-01-31T09:05:02.1234567+01:00")),
            HTTPExchange(
                request: RecordedRequest(url: "http://h/d"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "image/jpeg"], body: [0xFF, 0xD8, 0xFF, 0xE0]),
                started: moment("2026-01-31T09:05:03Z")),
        ],
        provenance: Recording.Provenance(
            origin: "https://h.example", provider: .local, recordedAt: moment("2026-01-31T09:05:04Z"))
    )

    private func parse(_ text: String) throws -> Recording { try Recording(parsing: bytes(text), file: "x.har") }

    @Test func preservesRecordingsInARoundTrip() throws {
        let written = Self.everything.serialized()
        let read = try Recording(parsing: written, file: "x.har")
        #expect(read == Self.everything)
        #expect(read.serialized() == written)
    }

    /// A browser writes the characters; the client gets the bytes that the service sent.
    @Test(
        arguments: [
            ("windows-1252", "5 € é", [0x35, 0x20, 0x80, 0x20, 0xE9]), ("iso-8859-1", "€é", [0x80, 0xE9]),
            ("utf-8", "é", [0xC3, 0xA9]), ("iso-8859-1", "→é", [0xE2, 0x86, 0x92, 0xC3, 0xA9]),
        ] as [(String, String, [UInt8])])
    func encodesTheTextOfABrowserByItsCharset(_ charset: String, _ text: String, _ expected: [UInt8]) throws {
        let har = """
            {"log":{"entries":[{"request":{"method":"GET","url":"http://h/"},"response":{"status":200,
            "headers":[{"name":"Content-Type","value":"text/plain; charset=\(charset)"}],
            "content":{"mimeType":"text/plain; charset=\(charset)","text":"\(text)"}}}]}}
            """
        let recording = try parse(har)
        #expect(recording.entries[0].response.body == expected)
        #expect(try Recording(parsing: recording.serialized(), file: "x.har").entries[0].response.body == expected)
    }

    @Test(arguments: [[0xC3, 0xA9], [0x80], [0xFF, 0x35]] as [[UInt8]])
    func restoresBytesUnderAnotherCharset(_ body: [UInt8]) throws {
        for charset in ["windows-1252", "iso-8859-1", "utf-8", "shift_jis"] {
            let response = RecordedResponse(
                status: 200, headers: ["Content-Type": "text/plain; charset=\(charset)"], body: body)
            let recording = Recording(entries: [
                HTTPExchange(request: RecordedRequest(url: "http://h/"), response: response)
            ])
            #expect(try Recording(parsing: recording.serialized(), file: "x.har") == recording, "\(charset)")
        }
    }

    /// 1994-11-06 08:49:37 is 784,111,777 seconds after 1970.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 +0200", nil),
        ("Sun, 06 Nov 1994 08:49:37 -0200", nil), ("Sun Nov 6 1994", nil),
    ])
    func readsEveryFormOfAnHTTPDate(_ text: String, _ seconds: Double?) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test func writesEveryMandatoryFieldInOrder() throws {
        let json = try JSON(parsing: Self.everything.serialized())
        #expect(json[pointer: "/log"]?.objectValue?.keys == ["version", "creator", "_provenance", "entries"])
        #expect(
            json[pointer: "/log/entries/0"]?.objectValue?.keys
                == ["startedDateTime", "time", "request", "response", "cache", "timings"])
        #expect(
            json[pointer: "/log/entries/0/request"]?.objectValue?.keys == [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "postData", "headersSize",
                "bodySize",
            ])
        #expect(
            json[pointer: "/log/entries/0/request/queryString"]
                == [
                    ["name": "x", "value": "1"], ["name": "y", "value": "a b"], ["name": "flag", "value": ""],
                ])
        #expect(
            json[pointer: "/log/entries/0/request/postData/params"]
                == [["name": "a", "value": "1"], ["name": "b", "value": "x y"]])
        #expect(json[pointer: "/log/entries/0/request/cookies/1"] == ["name": "t", "value": "2"])
        #expect(json[pointer: "/log/entries/0/response/cookies/0/expires"] == "2026-10-21T07:28:00.000Z")
        #expect(json[pointer: "/log/entries/0/response/cookies/1/httpOnly"] == true)
        #expect(json[pointer: "/log/entries/0/time"] == 13.75)
        #expect(json[pointer: "/log/entries/1/request/postData/_encoding"] == "base64")
        #expect(json[pointer: "/log/entries/1/request/postData/text"] == "/wAB")
        #expect(json[pointer: "/log/entries/2/response/content/text"] == "J\u{E9}\u{80}")
        #expect(json[pointer: "/log/entries/3/response/content/encoding"] == "base64")
    }

    @Test func isPrettyPrinted() {
        let written = text(Self.everything.serialized())
        #expect(written.hasPrefix("{\n  \"log\": {\n    \"version\": \"1.2\",\n"))
        #expect(written.hasSuffix("  }\n}\n"))
        #expect(written.contains("\"url\": \"https://h.example/a?x=1&y=a%20b&flag\""))
    }

    @Test func conformsToTheHARSchema() throws {
        let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Resources/har-1.2.schema.json")
        let har = try Schema(JSON(parsing: Data(contentsOf: schema)))
        let written = try JSON(parsing: Self.everything.serialized())
        #expect(har.violations(of: written).map(\.message) == [])
        var broken = try #require(written.objectValue)
        broken["log"] = ["version": "1.2", "creator": ["name": "x"], "entries": []]
        #expect(!har.accepts(.object(broken)))
    }

    @Test(arguments: [#"a=1\nb=2"#, #"a=1\r\nb=2"#])
    func splitsCookiesJoinedByLineBreaks(value: String) throws {
        let recording = try parse(
            """
            {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "entries": [
             {"startedDateTime": "2019-05-17T00:53:34Z", "time": 0, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0},
              "request": {"method": "GET", "url": "http://h/", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": -1},
              "response": {"status": 204, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [{"name": "Set-Cookie", "value": "\(value)"}],
               "cookies": [], "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": -1, "bodySize": -1}}]}}
            """)
        #expect(recording.entries[0].response.headers[all: "Set-Cookie"] == ["a=1", "b=2"])
    }

    @Test func readsExportsOfBrowsersAndProxies() throws {
        let recording = try parse(
            """
            \u{FEFF}{"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [], "_x": 1,
             "entries": [{"_initiator": {"type": "other"}, "pageref": "page_1", "startedDateTime": "2019-05-17T00:53:33.9412345+02:00",
              "time": 10.500000001, "cache": {}, "serverIPAddress": "10.0.0.1", "connection": "443",
              "timings": {"blocked": 0.1234567, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 1e1, "receive": 0.27, "_blocked_queueing": 0.5},
              "request": {"method": "GET", "url": "https://h/?a=1", "httpVersion": "h2", "headers": [{"name": ":method", "value": "GET"}, {"name": "Accept", "value": "*/*", "comment": "kept"}],
               "queryString": [], "cookies": [], "headersSize": 12, "bodySize": 0, "_own": true},
              "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "set-cookie", "value": "a=1\\nb=2; Path=/"}],
               "cookies": [], "content": {"size": 5, "mimeType": "text/plain", "text": "aGVsbG8=", "encoding": "base64"}, "redirectURL": "", "headersSize": -1, "bodySize": 5, "_transferSize": 99, "_error": null}},
             {"startedDateTime": "2019-05-17T00:53:34Z", "time": 0, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0},
              "request": {"method": "POST", "url": "http://h/f", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": -1,
               "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "c&d"}]}},
              "response": {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [], "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": -1, "bodySize": -1}}]}}
            """)
        let first = recording.entries[0]
        #expect(first.started.text == "2019-05-17T00:53:33.9412345+02:00")
        #expect(first.timings == Timings(blocked: 0.1234567, send: 0.1, wait: 10, receive: 0.27))
        #expect(first.response.headers[all: "Set-Cookie"] == ["a=1", "b=2; Path=/"])
        #expect(text(first.response.body) == "hello")
        #expect(first.response.mediaType == "text/plain")
        #expect(first.request.urlRequest?.allHTTPHeaderFields == ["Accept": "*/*"])
        #expect(recording.entries[1].request.body.map { text($0) } == "a%20b=c%26d")
        #expect(recording.entries[1].request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(recording.entries[1].response.status == 0)

        let rewritten = try JSON(parsing: recording.serialized())
        #expect(rewritten[pointer: "/log/_x"] == 1)
        #expect(rewritten[pointer: "/log/pages"] == [])
        #expect(rewritten[pointer: "/log/entries/0/_initiator/type"] == "other")
        #expect(rewritten[pointer: "/log/entries/0/serverIPAddress"] == "10.0.0.1")
        #expect(rewritten[pointer: "/log/entries/0/timings/_blocked_queueing"] == 0.5)
        #expect(rewritten[pointer: "/log/entries/0/request/_own"] == true)
        #expect(rewritten[pointer: "/log/entries/0/request/headers/1/comment"] == "kept")
        #expect(rewritten[pointer: "/log/entries/0/response/_transferSize"] == 99)
        #expect(rewritten[pointer: "/log/entries/0/response/content/encoding"] == nil)
        #expect(try Recording(parsing: recording.serialized(), file: "") == recording)
    }

    @Test func keepsFormParametersWithoutABody() throws {
        let recording = try parse(
            """
            {"log":{"_provenance":"elsewhere","entries":[{"request":{"method":"POST","url":"http://h/","postData":{"mimeType":
            "multipart/form-data; boundary=x","params":[{"name":"file","fileName":"a.txt"}]}},"response":{"status":200}}]}}
            """)
        #expect(recording.entries[0].request.body == nil)
        let rewritten = try JSON(parsing: recording.serialized())
        #expect(rewritten[pointer: "/log/entries/0/request/postData/params/0/fileName"] == "a.txt")
        #expect(rewritten[pointer: "/log/_provenance"] == "elsewhere")
    }

    @Test(arguments: [
        (#"{"log": {"entries": [}}"#, "x.har:1:22: ", ""),
        (#"[]"#, "x.har:1:1: expected an object, found array", ""),
        (#"{"log": {}}"#, #"x.har:1:9: expected a member "entries", found none (at /log)"#, "/log"),
        (
            "{\"log\":\n {\"entries\":\n  [{\"request\": 1}]}}", "x.har:3:16: expected an object, found integer",
            "/log/entries/0/request"
        ),
        (
            #"{"log":{"entries":[{"startedDateTime":"yesterday","request":{"method":"GET","url":"http://h"},"response":{"status":200}}]}}"#,
            "x.har:1:39: expected a date and time such as", "/log/entries/0/startedDateTime"
        ),
        (
            #"{"log":{"entries":[{"request":{"method":"GET","url":"http://h"},"response":{"status":"ok"}}]}}"#,
            "x.har:1:86: expected a status code from 0 to 999, found string", "/log/entries/0/response/status"
        ),
        (
            #"{"log":{"entries":[{"request":{"method":"GET","url":"http://h"},"response":{"status":200,"content":{"text":"%","encoding":"base64"}}}]}}"#,
            "x.har:1:108: expected base64", "/log/entries/0/response/content/text"
        ),
    ])
    func reportsTheLocationAndReasonOfAnInvalidFile(_ har: String, _ start: String, _ pointer: String) throws {
        let error = #expect(throws: RecordingError.self) { try parse(har) }
        let message = try #require(error?.description)
        #expect(message.hasPrefix(start), "\(message)")
        #expect(error?.place.pointer.description == pointer)
    }

    @Test func locatesPartsInItsFile() throws {
        let recording = try Recording(parsing: Self.everything.serialized(), file: "r.har")
        let place = try #require(recording.place(of: "/log/entries/0/response/status"))
        #expect(place.pointer.description == "/log/entries/0/response/status")
        let line = text(Self.everything.serialized()).split(separator: "\n", omittingEmptySubsequences: false)[
            place.line - 1]
        #expect(line == #"          "status": 201,"#)
        #expect(Self.everything.place(of: "/log/entries/0/response/status") == nil)
    }
}

/// Parses a timestamp; falls back to the epoch, which no test expects.
private func moment(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(Date(timeIntervalSince1970: 0)) }

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0), ("2026-01-31T09:05:00.25Z", 1_769_850_300.25),
        ("2024-02-29T23:59:59+00:00", 1_709_251_199),
        ("2019-05-17T00:53:33.9412345+02:00", 1_558_047_213.9412345), ("1969-12-31T23:59:59Z", -1),
        ("2026-01-31T09:05:00-0130", 1_769_855_700), ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
    func parsesATimestamp(_ written: String, _ seconds: Double) throws {
        let timestamp = try #require(Timestamp(written))
        #expect(abs(timestamp.secondsSince1970 - seconds) < 0.000001)
        #expect(timestamp.text == written)
    }

    @Test(arguments: [
        "", "2026-01-31", "2026-13-01T00:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T09:05:00",
        "2026-01-31T09:05:00.Z", "2026-01-31T09:05:00Zx", "2023-02-29T00:00:00Z", "2026-04-31T09:05:00Z",
    ])
    func rejectsAnInvalidTimestamp(_ written: String) { #expect(Timestamp(written) == nil) }

    @Test func writesMilliseconds() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1_769_850_300.25)).text == "2026-01-31T09:05:00.250Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -0.5)).text == "1969-12-31T23:59:59.500Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 951_782_400)).text == "2000-02-29T00:00:00.000Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 1_769_850_300.0019)).text == "2026-01-31T09:05:00.002Z")
    }
}

@Suite struct HeaderFieldsTests {
    @Test func ignoresTheCaseOfFieldNames() {
        var headers: HeaderFields = ["Content-Type": "a", "X": "1", "x": "2"]
        #expect(headers["content-TYPE"] == "a")
        #expect(headers[all: "X"] == ["1", "2"])
        headers["x"] = "3"
        #expect(headers.fields.map(\.value) == ["a", "3"])
        #expect(headers.fields.map(\.name) == ["Content-Type", "X"])
        headers["x"] = nil
        #expect(headers["X"] == nil)
    }

    @Test func comparesNamesAsASCIIOnly() {
        let headers: HeaderFields = ["[name": "a"]
        #expect(headers["{name"] == nil)
    }

    @Test(arguments: [
        ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]),
        ("a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"]),
        (
            "a=1; expires=Wed, 21-Oct-26 07:28:00 GMT; Path=/,b=x,y; Secure",
            ["a=1; expires=Wed, 21-Oct-26 07:28:00 GMT; Path=/", "b=x,y; Secure"]
        ),
        ("a=, b=", ["a=", "b="]), ("", [""]),
    ])
    func splitsJoinedCookies(_ joined: String, _ cookies: [String]) {
        #expect(SetCookie.split(joined) == cookies)
        #expect(HeaderFields(foundation: ["Set-Cookie": joined])[all: "set-cookie"] == cookies)
    }
}
