import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

@Suite struct RedactionTests {
    /// A value with every character that some encoding treats specially.
    static let nasty = #"p+a/s=s%4w"or\d é"#
    static let placeholder = "{env:PW}"

    private let redaction = Redaction(secrets: [Secret(value: nasty, placeholder: placeholder)])

    /// The ways in which a client may write a value into a message.
    enum Writing: String, CaseIterable, CustomTestStringConvertible {
        case plainBody, header, jsonBody, jsonBodyEscaped, nestedJSON, doublyNestedJSON, form, query, queryLoose, path
        case lowercasePercent, everythingPercent, cookieHeader, base64Body, base64URLBody, base64Basic, hexUpper,
            hexLower
        case base64InJSON, jsonInQuery, urlInJSON, base64InQuery, latin1Body, base64OfJSON, location, twice,
            base64After1, base64After2, base64After3
        case hexOfBase64, hexOfHex, hexOfPercent, base64OfHexOfBase64

        var testDescription: String { rawValue }

        func request(_ value: String) throws -> RecordedRequest {
            var request = RecordedRequest(method: "POST", url: "https://h/x", body: nil)
            func percent(_ text: String, uppercase: Bool = true) -> String {
                HTTPRecordingTests.text(PercentCoding.encode(text.utf8, uppercase: uppercase))
            }
            func json(_ text: String) -> String { JSON.string(text).text() }
            func hex(_ text: String) -> String {
                HTTPRecordingTests.text(Hex.encode(text.utf8, uppercase: false))
            }
            func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
            func body(_ text: String, _ type: String = "application/json") {
                request.body = bytes(text)
                request.headers["Content-Type"] = type
            }
            switch self {
            case .plainBody: body("pw is \(value).", "text/plain")
            case .header: request.headers["X-Key"] = "key \(value);x"
            case .jsonBody: body(#"{"pw": \#(json(value)), "n": [1, true]}"#)
            case .jsonBodyEscaped:
                let escaped = value.unicodeScalars.map { scalar in
                    let digits = String(scalar.value, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
                body("{\"pw\":\"\(value == RedactionTests.placeholder ? value : escaped.joined())\"}")
            case .nestedJSON: body(#"{"inner":\#(json(#"{"pw":\#(json(value))}"#))}"#)
            case .doublyNestedJSON: body(#"{"a":\#(json(#"{"inner":\#(json(#"{"pw":\#(json(value))}"#))}"#))}"#)
            case .form: body("a=1&pw=\(percent(value))&b=x+y", "application/x-www-form-urlencoded")
            case .query: request.url = "https://h/x?a=1&pw=\(percent(value))&b=2"
            case .queryLoose:
                // URLComponents leaves the plus and the slash unescaped.
                var components = URLComponents(string: "https://h/x")
                components?.queryItems = [URLQueryItem(name: "pw", value: value), URLQueryItem(name: "b", value: "2")]
                request.url = try #require(components?.string)
            case .path: request.url = "https://h/users/\(percent(value))/x"
            case .lowercasePercent: request.url = "https://h/x?pw=\(percent(value, uppercase: false))"
            case .everythingPercent:
                let all = value.utf8.map { "%" + HTTPRecordingTests.text(Hex.encode([$0], uppercase: true)) }
                request.url = "https://h/x?pw=\(all.joined())"
            case .cookieHeader: request.headers["Cookie"] = "a=\(percent(value)); b=2"
            case .base64Body: body(base64(value), "text/plain")
            case .base64URLBody:
                body(HTTPRecordingTests.text(Base64.encode(bytes(value), .urlSafe, padded: false)), "text/plain")
            case .base64Basic: request.headers["X-Proxy"] = "Basic " + base64("ada:\(value)")
            case .hexUpper: body(HTTPRecordingTests.text(Hex.encode(value.utf8, uppercase: true)), "text/plain")
            case .hexLower: body(HTTPRecordingTests.text(Hex.encode(value.utf8, uppercase: false)), "text/plain")
            case .base64InJSON: body(#"{"auth":"\#(base64("ada:\(value):x"))"}"#)
            case .jsonInQuery: request.url = "https://h/x?filter=\(percent(#"{"pw":\#(json(value))}"#))"
            case .urlInJSON: body(#"{"next":\#(json("https://h/x?pw=" + percent(value)))}"#)
            case .base64InQuery: request.url = "https://h/x?auth=\(percent(base64("a:\(value)")))"
            case .latin1Body:
                request.body = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                request.headers["Content-Type"] = "text/plain; charset=iso-8859-1"
            case .base64OfJSON: body(base64(#"{"pw":\#(json(value))}"#), "text/plain")
            case .base64After1: body("x" + base64(value), "text/plain")
            case .base64After2: body("xy" + base64("ab" + value), "text/plain")
            case .base64After3: body("xyz" + base64("abc" + value), "text/plain")
            case .hexOfBase64: body(hex(base64(value)), "text/plain")
            case .hexOfHex: body(hex(hex(value)), "text/plain")
            case .hexOfPercent: body(hex(percent(value)), "text/plain")
            case .base64OfHexOfBase64: body(base64(hex(base64(value))), "text/plain")
            case .location: request.headers["Location"] = "/next?pw=\(percent(value))"
            case .twice: body(#"{"a":\#(json(value + value)),"b":\#(json("x" + value))}"#)
            }
            return request
        }
    }

    @Test(arguments: Writing.allCases) func leavesNoTraceUnderAnyEncoding(_ writing: Writing) throws {
        let redacted = redaction.redacted(try writing.request(Self.nasty))
        let recording = Recording(entries: [HTTPExchange(request: redacted, response: RecordedResponse(status: 200))])
        #expect(redaction.leaks(in: recording.serialized()) == [])
        #expect(redaction.redacted(redacted) == redacted)
    }

    @Test(arguments: Writing.allCases) func scanFindsUnredactedSecrets(_ writing: Writing) throws {
        let request = try writing.request(Self.nasty)
        let recording = Recording(entries: [HTTPExchange(request: request, response: RecordedResponse(status: 200))])
        let leaks = redaction.leaks(in: recording.serialized())
        #expect(leaks.contains { $0.secret == Self.placeholder }, "\(text(recording.serialized()))")
        #expect(!leaks.contains { "\($0)".contains("or\\d") })
    }

    /// A client that is given the placeholder instead of the secret builds the recorded request.
    @Test(arguments: Writing.allCases) func redactsToTheRequestBuiltFromThePlaceholder(_ writing: Writing) throws {
        let recorded = redaction.redacted(try writing.request(Self.nasty))
        let replayed = redaction.redacted(try writing.request(Self.placeholder))
        #expect(isSame(recorded, replayed, writing), "\(recorded) \(replayed)")
        if writing != .queryLoose { #expect(recorded.headers == replayed.headers) }
    }

    private func isSame(_ recorded: RecordedRequest, _ replayed: RecordedRequest, _ writing: Writing) -> Bool {
        guard [.base64URLBody, .base64After1, .base64After2, .base64After3].contains(writing) else {
            return RequestKey(recorded) == RequestKey(replayed)
        }
        // Without padding in the recorded value, the encoder's padding style is unknown.
        return recorded.body?.filter { $0 != UInt8(ascii: "=") } == replayed.body?.filter { $0 != UInt8(ascii: "=") }
    }

    @Test func randomSecretsLeaveNoTraceUnderAnyEncoding() throws {
        var random = SplitMix(state: 42)
        let alphabet = Array(#"abcXYZ0189+/=%"\é &?#{}:;,.-_~'<>"#)
        for round in 0..<60 {
            let value = String(
                (0..<Int.random(in: 4...24, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            let redaction = Redaction(secrets: [Secret(value: value, placeholder: Self.placeholder)])
            for writing in Writing.allCases where writing != .header || !value.contains(";") {
                let redacted = redaction.redacted(try writing.request(value))
                let exchange = HTTPExchange(request: redacted, response: RecordedResponse(status: 200))
                let leaks = redaction.leaks(in: Recording(entries: [exchange]).serialized())
                #expect(leaks.isEmpty, "round \(round), \(writing): \(value.debugDescription) in \(redacted)")
                #expect(redaction.redacted(redacted) == redacted, "\(writing): \(value.debugDescription)")
                let replayed = redaction.redacted(try writing.request(Self.placeholder))
                #expect(isSame(redacted, replayed, writing), "\(writing): \(value.debugDescription)")
            }
        }
    }

    @Test func redactsResponsesThatEchoASecret() throws {
        let value = Self.nasty
        let exchange = HTTPExchange(
            request: RecordedRequest(url: "http://h/"),
            response: RecordedResponse(
                status: 200,
                headers: ["Content-Type": "application/json", "Content-Length": "40", "X-Echo": value],
                body: bytes(#"{"echo":\#(JSON.string(value).text()),"rest":1}"#)))
        let redacted = redaction.redacted([exchange])[0]
        #expect(text(redacted.response.body) == #"{"echo":"{env:PW}","rest":1}"#)
        #expect(redacted.response.headers["X-Echo"] == "{env:PW}")
        #expect(redacted.response.headers["Content-Length"] == "28")
    }

    @Test func redactsUnnamedCredentials() {
        let request = RecordedRequest(
            url: "https://ada:pw@h/x",
            headers: [
                "authorization": "Bearer abc", "Proxy-Authorization": "Basic eA==", "Cookie": "a=1; session=abcdef",
                "Accept": "*/*",
            ])
        let redacted = Redaction().redacted(request)
        #expect(redacted.url == "https://%7Buserinfo%7D@h/x")
        #expect(
            redacted.headers.fields.map(\.value)
                == [
                    "{header:Authorization}", "{header:Proxy-Authorization}", "a={cookie:a}; session={cookie:session}",
                    "*/*",
                ])
    }

    @Test func learnsCookiesAndKeepsTheirAttributes() {
        let first = HTTPExchange(
            request: RecordedRequest(url: "http://h/session"),
            response: RecordedResponse(
                status: 200,
                headers: [
                    "Set-Cookie": "XSRF-TOKEN=tok/en=123; Path=/; Max-Age=60", "Set-Cookie": "gone=; Max-Age=0",
                    "Set-Cookie": "theme=true",
                ], body: bytes(#"{"session":{"id":"tok/en=123"},"theme":"true"}"#)))
        let second = HTTPExchange(
            request: RecordedRequest(
                method: "DELETE", url: "http://h/session?t=tok%2Fen%3D123", headers: ["X-XSRF-TOKEN": "tok/en=123"]),
            response: RecordedResponse(status: 200))
        let redacted = Redaction().redacted([first, second])
        #expect(
            redacted[0].response.headers[all: "Set-Cookie"] == [
                "XSRF-TOKEN={cookie:XSRF-TOKEN}; Path=/; Max-Age=60", "gone=; Max-Age=0", "theme={cookie:theme}",
            ])
        #expect(text(redacted[0].response.body) == #"{"session":{"id":"{cookie:XSRF-TOKEN}"},"theme":"true"}"#)
        #expect(redacted[1].request.headers["X-XSRF-TOKEN"] == "{cookie:XSRF-TOKEN}")
        #expect(redacted[1].request.url == "http://h/session?t=%7Bcookie%3AXSRF-TOKEN%7D")
        #expect(Redaction().redacted(redacted) == redacted)
    }

    @Test func keepsPlaceholdersThatContainTheSecret() {
        let redaction = Redaction(secrets: [Secret(value: "PASSWORD", placeholder: "{env:UDACITY_PASSWORD}")])
        let once = redaction.redacted(RecordedRequest(url: "http://h/PASSWORD?x=PASSWORD", body: bytes("PASSWORD")))
        #expect(once.url == "http://h/%7Benv%3AUDACITY_PASSWORD%7D?x=%7Benv%3AUDACITY_PASSWORD%7D")
        #expect(once.body.map { text($0) } == "{env:UDACITY_PASSWORD}")
        #expect(redaction.redacted(once) == once)
        let recording = Recording(entries: [HTTPExchange(request: once, response: RecordedResponse(status: 200))])
        #expect(redaction.leaks(in: recording.serialized()) == [])
    }

    @Test func prefersTheLongerOfTwoSecrets() {
        let redaction = Redaction(secrets: [
            Secret(value: "abcd", placeholder: "{env:SHORT}"), Secret(value: "abcdefgh", placeholder: "{env:LONG}"),
        ])
        #expect(redaction.redacted("x abcdefgh abcd y") == "x {env:LONG} {env:SHORT} y")
    }

    @Test func findsEachOfManySecretsWithOnePrefix() {
        let secrets = (1...400).map { Secret(value: "Tok en-\(10_000 + $0)", placeholder: "{env:T\($0)}") }
        let sent = (1...400).map { "TOK+EN-\(10_000 + $0)" }.joined(separator: ",")
        let expected = (1...400).map { "{env:T\($0)}" }.joined(separator: ",")
        #expect(
            Redaction(secrets: secrets + [Secret(value: "to", placeholder: "{env:S}")]).redacted(sent + " to")
                == expected + " {env:S}")
    }

    @Test func protectsOnlyTheDigitsOfAPlaceholderInBase64() {
        let redaction = Redaction(secrets: [Secret(value: "hunter2hunter", placeholder: "{env:P}")])
        #expect(redaction.redacted("t=aHVudGVyMmh1bnRlcg-hunter2hunter") == "t=e2VudjpQfQ-{env:P}")
        #expect(redaction.redacted("t=e2VudjpQfQ-x") == "t=e2VudjpQfQ-x")
    }

    @Test func keepsJSONValidIfASecretIsANumber() {
        let redaction = Redaction(secrets: [Secret(value: "12345678", placeholder: "{env:PIN}")])
        let request = RecordedRequest(
            url: "http://h/", headers: ["Content-Type": "application/json"],
            body: bytes(#"{"pin": 12345678, "text": "pin 12345678", "list":[-12345678.5,1]}"#))
        #expect(
            redaction.redacted(request).body.map { text($0) }
                == #"{"pin": "{env:PIN}", "text": "pin {env:PIN}", "list":["{env:PIN}",1]}"#)
    }

    @Test func matchesShortSecretsOnlyAgainstWholeValues() throws {
        let redaction = Redaction(secrets: [
            Secret(value: "UT", placeholder: "{env:S}"), Secret(value: "", placeholder: "{env:E}"),
        ])
        let request = RecordedRequest(
            method: "PUT", url: "http://h/UT/UTAH?state=UT&x=OUT",
            headers: ["X-Key": "Bearer UT", "X-Other": "OUTER", "Content-Type": "application/json"],
            body: bytes(#"{"UT":"UT","b":"OUT","c":["UT"]}"#))
        let redacted = redaction.redacted(request)
        #expect(redacted.url == "http://h/%7Benv%3AS%7D/UTAH?state=%7Benv%3AS%7D&x=OUT")
        #expect(redacted.headers["X-Key"] == "Bearer {env:S}")
        #expect(redacted.headers["X-Other"] == "OUTER")
        #expect(redacted.body.map { text($0) } == #"{"UT":"{env:S}","b":"OUT","c":["{env:S}"]}"#)
        func recording(_ request: RecordedRequest) -> [UInt8] {
            Recording(entries: [HTTPExchange(request: request, response: RecordedResponse(status: 200))]).serialized()
        }
        #expect(redaction.leaks(in: recording(redacted)) == [])
        #expect(redaction.leaks(in: recording(request)).map(\.secret) == ["{env:S}"])
    }

    @Test func replacesASecretInAnImage() {
        let body = [0xFF, 0xD8, 0, 0x25, 0x5C] + bytes("Artist: hunter22") + [0, 0xFF, 0xD9]
        let request = RecordedRequest(url: "http://h/", headers: ["Content-Type": "image/jpeg"], body: body)
        let redaction = Redaction(secrets: [Secret(value: "hunter22", placeholder: "{env:PW}")])
        let redacted = redaction.redacted(request)
        #expect(redacted.body == [0xFF, 0xD8, 0, 0x25, 0x5C] + bytes("Artist: {env:PW}") + [0, 0xFF, 0xD9])
        func leaks(_ request: RecordedRequest) -> [Leak] {
            let entry = HTTPExchange(request: request, response: RecordedResponse(status: 200))
            return redaction.leaks(in: Recording(entries: [entry]).serialized())
        }
        #expect(
            leaks(request).map(\.description) == [
                "the value of {env:PW} (base64) at /log/entries/0/request/postData/text",
                "the value of {env:PW} (plain text) at /log/entries/0/request/postData/text",
            ])
        #expect(leaks(redacted) == [])
    }

    @Test func redactsUnknownFieldsToo() throws {
        let har = """
            {"log":{"_note":"pa+ss/word","entries":[{"_trace":{"h":["k pa+ss/word"]},"request":{"method":"GET","url":"http://h/"},
            "response":{"status":200,"content":{"comment":"pa%2Bss%2Fword"}}}]}}
            """
        let redaction = Redaction(secrets: [Secret(value: "pa+ss/word", placeholder: "{env:PW}")])
        let redacted = redaction.redacted(try Recording(parsing: bytes(har), file: "")).recording
        #expect(redaction.leaks(in: redacted.serialized()) == [])
        #expect(text(redacted.serialized()).contains(#""_note": "{env:PW}""#))
    }

    /// Each text is scanned a fixed number of times; restarting the scan at every position would take hours.
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "{env:PW}", "hunter2", "hunter2-", "%", "%2", "%68unter", "&#", "&#x68;", "\\u", "\\x68", "a\n",
            "aaaa\r\n ",
            "aHVudGVyMi0", "6875", "+", "\"hunter2-s\":", "1",
        ])
    func scansLongTextsOnce(_ part: String) {
        let redaction = Redaction(secrets: [
            Secret(value: "hunter2-secret", placeholder: "{env:PW}"), Secret(value: "env:", placeholder: "{env:OTHER}"),
            Secret(value: "1111111111", placeholder: "{env:PIN}"),
        ])
        let long = String(repeating: part, count: 120_000 / part.utf8.count)
        let redacted = redaction.redacted(long + " hunter2-secret")
        #expect(redacted.hasSuffix(" {env:PW}"))
        #expect(redaction.leaks(in: bytes(redacted + "hunter2-secret")).map(\.secret) == ["{env:PW}"])
    }

    @Test func neverShowsASecretInADescription() {
        let secret = Secret(value: "hunter22", placeholder: "{env:PW}")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "{env:PW}")
        #expect(!dumped.contains("hunter22"))
        dumped = ""
        dump(Redaction(secrets: [secret]), to: &dumped)
        #expect(dumped.contains("{env:PW}") && !dumped.contains("hunter22"))
        // "hu" as an array of bytes.
        #expect(!dumped.contains("104") && !"\(Redaction(secrets: [secret]))".contains("104, 117"))
    }
}

/// A generator with a seeded sequence.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
