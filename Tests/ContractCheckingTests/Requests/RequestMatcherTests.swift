import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Comparison of each part of a request with the contract. Each difference is reported once, at its own location.
struct RequestMatcherTests {
    /// Returns the differences of a request as `RULE POINTER: MESSAGE`, with pointers relative to the request.
    private func differences(
        _ request: String, arguments: [String: JSON] = [:], isRecorded: Bool = false,
        _ change: (inout URLRequest) -> Void
    ) throws -> [String] {
        let endpoint = try endpoint(
            #"""
            "arguments": {"id": {"type": "string"}, "page": {"type": ["integer", "null"]}}, "request": \#(request),
            "responses": {"200": {}}, "cases": [{"name": "one", "status": 200, "arguments": {"id": "a b", "page": null}}]
            """#)
        let contract = try #require(endpoint.request)
        var built = URLRequest(url: try #require(URL(string: "https://made.example/things/a%20b")))
        change(&built)
        let matcher = RequestMatcher(
            contract: contract, of: endpoint, origin: "https://made.example", isRecorded: isRecorded
        ) {
            if case .name(let name) = $0 { return arguments[name] ?? (name == "id" ? "a b" : nil) }
            return nil
        }
        return matcher.mismatches(of: built).map { difference in
            let place = difference.pointer.tokens.dropFirst(3).map { "/\($0)" }.joined()
            return "\(difference.rule) \(place): \(difference.message)"
        }
    }

    private let plain = #"{"method": "GET", "path": "/things/{id}"}"#

    @Test func acceptsARequestThatMatchesTheContract() throws {
        #expect(try differences(plain) { _ in } == [])
    }

    @Test func comparesTheMethod() throws {
        #expect(
            try differences(plain) { $0.httpMethod = "POST" } == ["request.method /method: the method is POST, not GET"]
        )
    }

    @Test(
        arguments: [
            ("https://MADE.example:443/things/a%20b", []),
            (
                "http://made.example/things/a%20b",
                ["request.origin : the request goes to http://made.example, not to https://made.example"]
            ),
            (
                "https://made.example:8443/things/a%20b",
                ["request.origin : the request goes to https://made.example:8443, not to https://made.example"]
            ),
            ("https://made.example/things/%61%20b", []),
            ("https://made.example/things/a%2Fb", ["request.path /path: the path differs"]),
            ("https://made.example/things/a%20b/", ["request.path /path: the path differs"]),
            (
                "https://ada@made.example/things/a%20b#top",
                [
                    "request.url : the URL contains a fragment, which is not allowed in a request",
                    "request.url : the URL contains a user, which is not allowed in a request",
                ]
            ),
            ("https://made.example/things/a%20b?q=1", ["request.query : the query 'q' is not in the contract"]),
        ] as [(String, [String])])
    func comparesThePartsOfTheURL(url: String, expected: [String]) throws {
        #expect(try differences(plain) { $0.url = URL(string: url) } == expected)
    }

    private let paged =
        #"{"method": "GET", "path": "/things/{id}", "query": {"page": "{page}", "tag": ["x", "y"], "size": {"pattern": "^[0-9]+$"}}}"#

    @Test(
        arguments: [
            ("tag=y&tag=x&size=10", []),
            ("size=10&tag=x", ["request.query /query/tag/1: the query 'tag' occurs once, not 2 times"]),
            ("size=ten&tag=x&tag=y", ["request.query /query/size: the query 'size' differs"]),
            ("size=1&tag=x&tag=y&tag=y", ["request.query /query/tag: the query 'tag' occurs 3 times, not 2 times"]),
            (
                "size=1&tag=x&tag=y&page=2",
                [
                    "request.query /query/page: the query 'page' is sent, but the contract omits it for these arguments"
                ]
            ),
            (
                "size=1&tag=x&tag=y+",
                [
                    "request.query /query/tag: the query 'tag' contains a raw '+', which servers read as a plus or as a space",
                    "request.query /query/tag/1: the query 'tag' differs",
                ]
            ),
            (
                "size=1&tag=x&tag=y&z=%FF",
                ["request.query /query: the query contains 'z=%FF', which is not percent-encoded UTF-8"]
            ),
            (
                "sizes=1&tag=x&tag=y",
                [
                    "request.query /query/size: the query 'size' is missing",
                    "request.query /query: the query 'sizes' is not in the contract; did you mean 'size'?",
                ]
            ),
        ] as [(String, [String])])
    func comparesTheQueryAsAMultiset(query: String, expected: [String]) throws {
        #expect(
            try differences(paged) { $0.url = URL(string: "https://made.example/things/a%20b?\(query)") } == expected)
    }

    @Test func requiresAQueryItemOnlyForAPresentArgument() throws {
        let request = #"{"method": "GET", "path": "/things/{id}", "query": {"page": "{page}"}}"#
        #expect(try differences(request) { _ in } == [])
        #expect(
            try differences(request, arguments: ["page": 2]) { _ in }
                == ["request.query /query/page: the query 'page' is missing"])
    }

    @Test func comparesHeadersWithCaseInsensitiveNames() throws {
        let request =
            #"{"method": "GET", "path": "/things/{id}", "headers": {"Accept": "text/plain"}, "allowedHeaders": ["X-Trace"]}"#
        #expect(
            try differences(request) {
                $0.setValue("text/plain", forHTTPHeaderField: "accept")
                $0.setValue("1", forHTTPHeaderField: "x-trace")
            } == [])
        #expect(
            try differences(request) { $0.setValue("1", forHTTPHeaderField: "X-Other") } == [
                "request.header /headers/Accept: the header 'Accept' is missing",
                "request.header : the header 'X-Other' is not in the contract (allow it with 'allowedHeaders')",
            ])
        #expect(
            try differences(request) { $0.setValue("text/html", forHTTPHeaderField: "Accept") }
                == ["request.header /headers/Accept: the header 'Accept' differs"])
    }

    /// A recording has the placeholder of a redacted header, a built request its value.
    @Test func acceptsARedactedHeaderOnlyInARecording() throws {
        let request = #"{"method": "GET", "path": "/things/{id}", "headers": {"Authorization": "Bearer {id}"}}"#
        func change(_ request: inout URLRequest) {
            request.setValue("{header:Authorization}", forHTTPHeaderField: "Authorization")
        }
        #expect(try differences(request, isRecorded: true, change) == [])
        #expect(
            try differences(request, change)
                == ["request.header /headers/Authorization: the header 'Authorization' differs"])
    }

    private let posting = #"{"method": "POST", "path": "/things/{id}", "body": {"id": "{id}", "n": [1, 2.0]}}"#

    @Test(
        arguments: [
            (#"{"n":[1.0,2],"id":"a b"}"#, []),
            (#"{"n":[1,3],"id":"a b"}"#, ["request.body /body/n/1: the body differs at '/n/1'"]),
            (#"{"n":[1,2]}"#, ["request.body /body/id: the body differs at '/id'"]),
            ("", ["request.body /body: the request has no body"]),
            (
                "{",
                [
                    "request.body /body: the body is not JSON: 1:2: expected a key in double quotes, found the end of "
                        + "the text"
                ]
            ),
        ] as [(String, [String])])
    func comparesABodyAsJSON(body: String, expected: [String]) throws {
        let found = try differences(posting) {
            $0.httpMethod = "POST"
            $0.httpBody = Data(body.utf8)
        }
        #expect(found == expected)
    }

    @Test func comparesAFormByItsFields() throws {
        let request = #"{"method": "POST", "path": "/things/{id}", "form": {"name": "{id}", "kind": "new"}}"#
        func found(_ body: String) throws -> [String] {
            try differences(request) {
                $0.httpMethod = "POST"
                $0.httpBody = Data(body.utf8)
            }
        }
        #expect(try found("kind=new&name=a+b") == [])
        #expect(
            try found("kind=old&name=a%20b&more=1") == [
                "request.body /form/kind: the form field 'kind' differs",
                "request.body /form: the form field 'more' is not in the contract",
            ])
    }

    @Test func findsABodyThatTheContractDoesNotHave() throws {
        #expect(
            try differences(plain) { $0.httpBody = Data("x".utf8) }.map { $0.prefix(12) } == ["request.body"])
    }

    @Test func comparesTheTimeout() throws {
        let request = #"{"method": "GET", "path": "/things/{id}", "timeout": 2.5}"#
        #expect(try differences(request) { $0.timeoutInterval = 2.5 } == [])
        #expect(
            try differences(request) { $0.timeoutInterval = 60 } == [
                "request.timeout /timeout: the timeout is 60 s, not 2.5 s"
            ])
    }

    /// `page` has the default 1, which a client may send or omit.
    @Test(
        arguments: [
            (JSON?.none, "", []), (nil, "?page=1", []),
            (
                nil, "?page=2",
                [
                    "request.query /query/page: the query 'page' is sent, but the contract omits it for these arguments"
                ]
            ),
            (1, "", []), (1, "?page=1", []), (2, "?page=2", []),
            (2, "", ["request.query /query/page: the query 'page' is missing"]),
        ])
    func allowsSendingOrOmittingADocumentedDefault(page: JSON?, query: String, expected: [String]) throws {
        let endpoint = try endpoint(
            #"""
            "arguments": {"page": {"type": ["integer", "null"], "default": 1}},
            "request": {"method": "GET", "path": "/things", "query": {"page": "{page}"}},
            "responses": {"200": {}}, "cases": [{"name": "one", "status": 200}]
            """#)
        let matcher = RequestMatcher(
            contract: try #require(endpoint.request), of: endpoint, origin: "https://made.example"
        ) { _ in page }
        let found = matcher.mismatches(
            of: URLRequest(url: try #require(URL(string: "https://made.example/things" + query))))
        #expect(
            found.map { "\($0.rule) \($0.pointer.tokens.dropFirst(3).map { "/\($0)" }.joined()): \($0.message)" }
                == expected)
    }

    /// A part is omitted if its only argument is absent.
    @Test func reportsAPartOfAnAbsentArgument() throws {
        let endpoint = try endpoint(
            #"""
            "arguments": {"tag": {"type": ["string", "null"]}},
            "request": {"method": "POST", "path": "/things", "multipart": {"tag": "{tag}"}},
            "responses": {"200": {}}, "cases": [{"name": "one", "status": 200}]
            """#)
        let matcher = RequestMatcher(
            contract: try #require(endpoint.request), of: endpoint, origin: "https://made.example"
        ) { _ in nil }
        var request = URLRequest(url: try #require(URL(string: "https://made.example/things")))
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("--b\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\nx\r\n--b--\r\n".utf8)
        let found = matcher.mismatches(of: request)
        #expect(
            found.map { "\($0.message) (expected \($0.expected ?? "-"), found \($0.found ?? "-"))" } == [
                "the part 'tag' is sent, but the contract omits it for these arguments (expected nothing, found once)"
            ])
    }

    /// A list argument has one part per element, in order.
    @Test(
        arguments: [
            ("abc", []),
            ("ac", [#"the part 'tag' occurs 2 times, not 3 times; missing: "b" (expected 3 times, found 2 times)"#]),
            ("", ["the part 'tag' is missing (expected \"a\", found nothing)"]),
            (
                "abbc",
                ["the part 'tag' occurs 4 times, not 3 times; too many: 1 byte (expected 3 times, found 4 times)"]
            ),
            ("acb", ["the part 'tag' differs (expected b, found c)", "the part 'tag' differs (expected c, found b)"]),
        ])
    func comparesNumberAndOrderOfPartsWithOneName(sent: String, expected: [String]) throws {
        let endpoint = try endpoint(
            #"""
            "arguments": {"tags": {"type": "array", "items": {"type": "string"}}},
            "request": {"method": "POST", "path": "/things", "multipart": {"tag": "{tags}"}},
            "responses": {"200": {}}, "cases": [{"name": "one", "status": 200, "arguments": {"tags": ["a", "b", "c"]}}]
            """#)
        let matcher = RequestMatcher(
            contract: try #require(endpoint.request), of: endpoint, origin: "https://made.example"
        ) { _ in ["a", "b", "c"] }
        var request = URLRequest(url: try #require(URL(string: "https://made.example/things")))
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
        let parts = sent.map { "--b\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\n\($0)\r\n" }
        // A multipart body needs at least one part.
        let other = "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n-\r\n"
        request.httpBody = Data(((parts.isEmpty ? [other] : parts).joined() + "--b--\r\n").utf8)
        let found = matcher.mismatches(of: request).filter { !$0.message.contains("'other'") }
        #expect(found.map { "\($0.message) (expected \($0.expected ?? "-"), found \($0.found ?? "-"))" } == expected)
    }

    /// A default does not make a required argument optional.
    @Test func requiresARequiredArgumentDespiteItsDefault() throws {
        let endpoint = try endpoint(
            #"""
            "arguments": {"kind": {"type": "string", "default": "a"}, "note": {"type": ["string", "null"], "default": "-"}},
            "request": {"method": "POST", "path": "/things", "headers": {"X-Kind": "{kind}"}, "body": {"note": "{note}"}},
            "responses": {"200": {}}, "cases": [{"name": "one", "status": 200, "arguments": {"kind": "a"}}]
            """#)
        let matcher = RequestMatcher(
            contract: try #require(endpoint.request), of: endpoint, origin: "https://made.example"
        ) { $0 == .name("kind") ? "a" : nil }
        var request = URLRequest(url: try #require(URL(string: "https://made.example/things")))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"note": "-"}"#.utf8)
        #expect(matcher.mismatches(of: request).map(\.message) == ["the header 'X-Kind' is missing"])
    }
}
