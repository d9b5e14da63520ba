import Foundation
import Testing

@testable import HTTPRecording

@Suite struct SemanticDiffTests {
    private func exchange(
        _ body: String, status: Int = 200, url: String = "http://h/x",
        headers: HeaderFields = ["Content-Type": "application/json"]
    ) -> HTTPExchange {
        HTTPExchange(
            request: RecordedRequest(url: url),
            response: RecordedResponse(status: status, headers: headers, body: bytes(body)))
    }

    private func changes(_ old: String, _ new: String) -> [String] {
        SemanticDiff(from: exchange(old), to: exchange(new)).changes.map(\.message)
    }

    @Test func ignoresValues() {
        #expect(changes(#"{"a":1,"b":["x"],"c":{"d":null}}"#, #"{"c":{"d":null},"b":["y","z"],"a":2.5}"#) == [])
    }

    @Test func listsChangesMostSevereFirst() {
        #expect(
            changes(
                #"{"kept":1,"gone":1,"type":"1","nulled":1,"deep":{"list":[{"a":1},{"a":2}]}}"#,
                #"{"kept":1,"new":1,"type":1,"nulled":null,"deep":{"list":[{"a":1,"b":1},{}]}}"#) == [
                    "/gone is gone", "/type was string and is number", "/nulled became null",
                    "/deep/list/*/a is missing in 1 of 2", "/deep/list/*/b is new", "/new is new",
                ])
    }

    @Test func reportsABodyThatIsNoLongerJSON() {
        #expect(changes(#"{"a":1}"#, "{") == ["the body is no longer JSON"])
        #expect(changes("{", #"{"a":1}"#) == [])
    }

    @Test func pairsRequestsWithServerGeneratedValues() {
        func recording(_ id: String, _ body: String) -> Recording {
            Recording(entries: [exchange("{}", url: "http://h/items?x=1"), exchange(body, url: "http://h/items/\(id)")])
        }
        let diff = SemanticDiff(from: recording("ID1", #"{"a":1}"#), to: recording("ID2", "{}"))
        #expect(diff.changes.map(\.message) == ["/a is gone"])
        #expect(diff.changes.map(\.oldEntry) == [1])
        #expect(
            SemanticDiff(from: recording("ID1/x", "{}"), to: recording("ID2/y", "{}")).changes.map(\.message)
                == ["GET http://h/items/ID1/x is gone", "GET http://h/items/ID2/y is new"])
    }

    @Test func reportsTheLocationAndAnExample() throws {
        let diff = SemanticDiff(from: exchange(#"[{"a":1},{"a":1}]"#), to: exchange(#"[{"a":1},{"a":null,"b":1}]"#))
        #expect(diff.changes.map(\.kind) == [.becameNull, .propertyAdded])
        #expect(diff.changes.map { $0.pointer?.description } == ["/*/a", "/*/b"])
        #expect(diff.changes.map { $0.example?.description } == ["/0/a", "/1/b"])
    }

    @Test func reportsNewValuesOfAnEnumeration() {
        let old = #"["R","D","R","D","R","D"]"#
        #expect(changes(old, #"["R","I","D"]"#) == [#"/* has a new value, "I""#])
        #expect(changes(#"["a","b","c","d","e"]"#, #"["f"]"#) == [])
    }

    @Test func readsBodiesAfterAPrefix() {
        #expect(changes(")]}'\n{\"a\":1}", ")]}'\n{\"b\":1}") == ["/a is gone", "/b is new"])
    }

    @Test func comparesStatusMediaTypeAndHeaders() {
        let diff = SemanticDiff(
            from: exchange("{}", headers: ["Content-Type": "application/json", "X-Total": "1", "Date": "a"]),
            to: exchange("<p>", status: 500, headers: ["Content-Type": "text/html; charset=utf-8", "Retry-After": "1"]))
        #expect(
            diff.changes.map(\.message) == [
                "the status was 200 and is 500", "the media type was application/json and is text/html",
                "the header x-total is gone", "the header retry-after is new",
            ])
    }

    @Test func pairsRequestsThatDifferInOneNumberedSegment() {
        let old = Recording(
            entries: ["/v1/a/7/b", "/v1/a/x/8", "/v1/9/y/1"].map { exchange("1", url: "http://h\($0)") })
        let new = Recording(
            entries: ["/v1/a/x/3", "/v1/a/6/b", "/v1/8/z/1"].map { exchange("1", url: "http://h\($0)") })
        #expect(
            SemanticDiff(from: old, to: new).changes.map(\.message) == [
                "GET http://h/v1/9/y/1 is gone", "GET http://h/v1/8/z/1 is new",
            ])
    }

    @Test func pairsExchangesByTheirRequests() {
        let old = Recording(entries: [
            exchange(#"{"a":1}"#), exchange(#"{"a":2}"#), exchange("{}", url: "http://h/gone"),
        ])
        let new = Recording(entries: [
            exchange("{}", url: "http://h/new"), exchange(#"{"a":3}"#), exchange(#"{"a":"4"}"#),
        ])
        let diff = SemanticDiff(from: old, to: new)
        #expect(
            diff.changes.map(\.message) == [
                "GET http://h/gone is gone", "/a was number and is string", "GET http://h/new is new",
            ])
        #expect(diff.changes.map(\.entry) == [2, 2, 0])
    }
}

@Suite struct SuspicionTests {
    @Test func findsCredentialLookalikes() throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl"
        let recording = Recording(entries: [
            HTTPExchange(
                request: RecordedRequest(url: "http://h/?key=AIza" + String(repeating: "x", count: 35)),
                response: RecordedResponse(
                    status: 200, headers: ["X-Token": "Bearer \(token)"],
                    body: bytes(#"{"pem":"-----BEGIN RSA PRIVATE KEY-----"}"#)))
        ])
        let found = Redaction().redacted(recording).suspicions
        #expect(
            found.map(\.description) == [
                "an access key at /log/entries/0/request/url",
                "an access key at /log/entries/0/request/queryString/0/value",
                "a JSON Web Token at /log/entries/0/response/headers/0/value",
                "a private key at /log/entries/0/response/content/text",
            ])
        let redaction = Redaction(secrets: [Secret(value: token, placeholder: "{header:X-Token}")])
        #expect(!redaction.redacted(recording).suspicions.contains { $0.kind == .jsonWebToken })
    }

    /// Each candidate is examined once: time grows linearly with the length of the text, not quadratically.
    @Test(.timeLimit(.minutes(5))) func looksAtALongTextOnce() {
        let beginnings = String(repeating: "eyJ.", count: 50_000)
        #expect(CredentialShapes.kinds(in: bytes(beginnings)) == [])
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2ln"
        #expect(CredentialShapes.kinds(in: bytes(beginnings + token)) == [.jsonWebToken])
    }

    @Test(arguments: [
        "eyJ.", "eyJhbGciOiJIUzI1NiJ9", "the skill AKIA", "sk-learn", "risk_live_0123456789abcdef", "a.b.c",
    ])
    func leavesOrdinaryTextAlone(_ text: String) {
        #expect(CredentialShapes.kinds(in: bytes(text)) == [])
    }
}
