import ContractFormat
import HTTPRecording
import JSONSchema
import Testing

@testable import ContractChecking

/// Comparison of a response's status, headers and body with the shape that applies.
struct ResponseMatcherTests {
    /// Returns the differences of a response as `RULE POINTER: MESSAGE`, with pointers relative to the endpoint.
    private func differences(
        _ responses: String, status: String = "200", _ response: RecordedResponse
    ) throws -> [String] {
        let shape = try endpoint(
            #""request": {"method": "GET", "path": "/"}, "responses": {\#(responses)}, "cases": [{"name": "one", "status": \#(status)}]"#
        )
        let testCase = try #require(shape.cases.first)
        let matcher = ResponseMatcher(
            endpoint: shape, outcome: testCase.outcome, pointer: testCase.pointer, value: { _ in nil })
        return matcher.mismatches(of: response).map { difference in
            let place = difference.pointer.tokens.dropFirst(2).map { "/\($0)" }.joined()
            return "\(difference.rule) \(place): \(difference.message)"
        }
    }

    private func response(
        _ status: Int = 200, _ body: String = "", headers: HeaderFields = ["Content-Type": "application/json"]
    ) -> RecordedResponse {
        RecordedResponse(status: status, headers: headers, body: Array(body.utf8))
    }

    private let object = #""200": {"content": "application/json", "schema": {"type": "object", "required": ["a"]}}"#

    @Test func acceptsAResponseThatMatchesTheContract() throws {
        #expect(try differences(object, response(200, #"{"a":1,"b":2}"#)) == [])
    }

    @Test func reportsAViolationOfSeveralElementsOnce() throws {
        let list = #""200": {"content": "application/json", "schema": {"items": {"required": ["a", "b"]}}}"#
        #expect(
            try differences(list, response(200, #"[{"a":1,"b":2},{"b":2},{"a":1},{"b":3},{}]"#)) == [
                #"response.schema /responses/200/schema/items/required: at '/1': expected a property "a", found none, and 2 more like it"#,
                #"response.schema /responses/200/schema/items/required: at '/2': expected a property "b", found none, and 1 more like it"#,
            ])
    }

    /// Other differences would only be consequences of the status.
    @Test func reportsOnlyTheStatusIfItDiffers() throws {
        #expect(
            try differences(object, response(500, "no JSON", headers: [:])) == [
                "response.status /cases/0/status: the status is 500, not 200"
            ])
    }

    @Test func comparesTheStatusWithASchema() throws {
        let responses = #""2XX": {}, "404": {}"#
        #expect(try differences(responses, status: #"{"enum": [201, 404]}"#, response(404)) == [])
        #expect(
            try differences(responses, status: #"{"enum": [201, 404]}"#, response(204)) == [
                #"response.status /cases/0/status: the status is 204, not {"enum":[201,404]}"#
            ])
    }

    @Test(
        arguments: [
            ("application/json; charset=utf-8", []), ("Application/JSON", []),
            ("text/html", ["response.content-type /responses/200/content: the content type differs"]),
        ] as [(String, [String])])
    func comparesTheMediaType(type: String, expected: [String]) throws {
        #expect(try differences(object, response(200, #"{"a":1}"#, headers: ["Content-Type": type])) == expected)
    }

    @Test func comparesHeadersByValueAndBySchema() throws {
        let responses = #""200": {"headers": {"Cache-Control": "no-store", "X-Count": {"pattern": "^[0-9]+$"}}}"#
        #expect(try differences(responses, response(headers: ["cache-control": "no-store", "X-Count": "12"])) == [])
        #expect(
            try differences(responses, response(headers: ["X-Count": "many"])) == [
                "response.header /responses/200/headers/Cache-Control: the header 'Cache-Control' is missing",
                "response.header /responses/200/headers/X-Count: the header 'X-Count' differs",
            ])
    }

    @Test func locatesASchemaViolationAtItsKeyword() throws {
        let found = try differences(object, response(200, #"{"b":2}"#))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("response.schema /responses/200/schema/required: at ''") == true)
    }

    @Test func reportsADuplicateKey() throws {
        let found = try differences(object, response(200, #"{"a":1,"a":2}"#))
        #expect(found.map { $0.prefix(22) } == ["response.duplicate-key"])
    }

    @Test func readsTheBodyAfterItsPrefix() throws {
        let responses = #""200": {"prefix": ")]}'\n", "schema": {"type": "array"}}"#
        #expect(try differences(responses, response(200, ")]}'\n[]")) == [])
        let found = try differences(responses, response(200, "[]"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the body does not start with the expected prefix") == true)
    }

    @Test func readsADocumentAfterItsPrefix() throws {
        let responses = #""200": {"prefix": "--\n", "xml": {}}"#
        #expect(try differences(responses, response(200, "--\n<x><a/></x>", headers: [:])) == [])
        let found = try differences(responses, response(200, "<x><a/></x>", headers: [:]))
        #expect(found == ["response.prefix /responses/200/prefix: the body does not start with the expected prefix"])
    }

    /// The prefix has one byte in Latin-1, and two in UTF-8.
    @Test func readsEventsAfterAPrefixInAnotherCharset() throws {
        let responses = """
            "200": {"charset": "iso-8859-1", "prefix": "é", "events": {"format": "ndjson", "schema": {"required": ["id"]}}}
            """
        let body = [0xE9] + Array(#"{"no":1}"#.utf8)
        let found = try differences(responses, RecordedResponse(status: 200, headers: [:], body: body))
        #expect(
            found == [
                #"response.schema /responses/200/events/schema/required: at '/0': expected a property "id", found none"#
            ])
    }

    @Test func reportsABodyThatIsNotJSON() throws {
        let found = try differences(object, response(200, "<html>"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the body is not JSON") == true)
    }

    @Test func comparesTextExactly() throws {
        let responses = #""200": {"text": "pong"}"#
        let plain: HeaderFields = ["Content-Type": "text/plain"]
        #expect(try differences(responses, response(200, "pong", headers: plain)) == [])
        #expect(
            try differences(responses, response(200, "pong\n", headers: plain)) == [
                "response.text /responses/200/text: the text of the body differs"
            ])
    }

    @Test func comparesTheFirstBytesAndTheLength() throws {
        let responses = #""200": {"bytes": {"prefix": "FFD8", "minLength": 4}}"#
        func found(_ body: [UInt8]) throws -> [String] {
            try differences(responses, RecordedResponse(status: 200, headers: [:], body: body))
        }
        #expect(try found([0xFF, 0xD8, 1, 2]) == [])
        #expect(
            try found([0xFF, 0xD9, 1, 2]) == [
                "response.bytes /responses/200/bytes/prefix: the body starts with different bytes"
            ])
        #expect(
            try found([0xFF, 0xD8, 1]) == ["response.bytes /responses/200/bytes/minLength: the body is too short"])
    }

    @Test func reportsAStatusThatTheContractDoesNotDefine() throws {
        #expect(
            try differences(#""200": {}, "4XX": {}"#, status: #"{"minimum": 200}"#, response(503)) == [
                "response.status /responses: the contract declares no response with status 503"
            ])
    }

    // MARK: - Headers that may be absent, and links

    private let optional =
        #""200": {"headers": {"X-Left": {"optional": true, "pattern": "^[0-9]+$"}, "X-Any": {"optional": true}}}"#

    @Test(
        arguments: [
            ([:], []), (["X-Left": "12", "X-Any": ""], []),
            (
                ["x-left": "many"],
                ["response.header /responses/200/headers/X-Left: the header 'X-Left' differs"]
            ),
        ] as [(HeaderFields, [String])])
    func comparesAnOptionalHeaderOnlyIfPresent(headers: HeaderFields, expected: [String]) throws {
        #expect(try differences(optional, response(headers: headers)) == expected)
    }

    private let links = """
        "200": {"headers": {"Link": {"relations": {
          "next": {"optional": true, "pattern": "^https://a.example.com/items\\\\?page=[0-9]+$"}, "first": "/items",
          "help": {}}}}}
        """

    @Test(
        arguments: [
            (#"</items>; rel="first", <?page=2>; rel=next, <https://b.example.com>; rel="help external""#, []),
            (#"<https://a.example.com/help>;rel=help,</items>;rel="first start""#, []),
            (
                #"</items>; rel=first, </items?page=two>; rel=next, <h>; rel=help"#,
                [
                    "response.link /responses/200/headers/Link/relations/next: the link with relation 'next' has a different target"
                ]
            ),
            (
                #"</items?page=1>; rel=first"#,
                [
                    "response.link /responses/200/headers/Link/relations/first: the link with relation 'first' has a different target",
                    "response.link /responses/200/headers/Link/relations/help: there is no link with relation 'help'",
                ]
            ),
            (nil, ["response.header /responses/200/headers/Link: the header 'Link' is missing"]),
        ] as [(String?, [String])])
    func comparesLinks(value: String?, expected: [String]) throws {
        let shape = try endpoint(
            #""request": {"method": "GET", "path": "/items"}, "responses": {\#(links)}, "cases": [{"name": "one", "status": 200}]"#
        )
        let matcher = ResponseMatcher(endpoint: shape, outcome: nil, pointer: .root, value: { _ in nil })
        let headers = HeaderFields([HeaderFields.Field("Link", value ?? "")].filter { !$0.value.isEmpty })
        let found = matcher.mismatches(of: response(headers: headers), to: "https://a.example.com/items")
        #expect(
            Set(
                found.map { difference in
                    let place = difference.pointer.tokens.dropFirst(2).map { "/\($0)" }.joined()
                    return "\(difference.rule) \(place): \(difference.message)"
                }) == Set(expected))
    }

    // MARK: - Events

    private let events = """
        "200": {"events": {"format": "sse", "end": "[DONE]", "schema": {"type": "object", "required": ["id"],
          "properties": {"id": {"type": "integer"}}}, "byName": {"end": {"const": null}}}}
        """

    @Test(
        arguments: [
            (": hi\r\nretry: 5\r\n\r\ndata: {\"id\":\r\ndata: 1}\r\n\r\nevent: end\r\ndata: null\r\n\r\n", []),
            ("data: {\"id\":1}\n\ndata: [DONE]\n\n", []), ("", []), ("data: {\"id\":1}\n\ndata: {\"id", []),
            (
                "data: {\"id\":1}\n\ndata: {\"id\":\"2\"}\n\n",
                [
                    #"response.schema /responses/200/events/schema/properties/id/type: at '/1/id': expected integer, found "2""#
                ]
            ),
            (
                "data: {}\n\ndata: {}\n\ndata: {}\n\n",
                [
                    #"response.schema /responses/200/events/schema/required: at '/0': expected a property "id", found none, and 2 more events like it"#
                ]
            ),
            (
                "data: {\"id\":1}\n\nevent: end\ndata: 0\n\n",
                ["response.schema /responses/200/events/byName/end/const: at '/1': expected null, found 0"]
            ),
            (
                "data: {\"id\":1}\n\ndata: <p>\n\n",
                [
                    #"response.event /responses/200/events: at '/1': the event is not JSON: 1:1: expected a value, found "<""#
                ]
            ),
        ] as [(String, [String])])
    func comparesEachEventWithItsSchema(text: String, expected: [String]) throws {
        #expect(try differences(events, response(200, text, headers: [:])) == expected)
    }

    @Test func comparesEventsOfPlainText() throws {
        let ticks =
            #""200": {"content": "text/event-stream", "events": {"data": "text", "schema": {"pattern": "^tick"}}}"#
        let stream: HeaderFields = ["Content-Type": "text/event-stream"]
        #expect(try differences(ticks, response(200, "data: tick\ndata: tock\n\n", headers: stream)) == [])
        #expect(try differences(ticks, response(200, "data: tock\n\n", headers: stream)).count == 1)
    }

    // MARK: - No body

    @Test func reportsABodyOfAnEmptyResponse() throws {
        let empty = #""200": {"empty": true}, "304": {}"#
        #expect(try differences(empty, response(200, "", headers: [:])) == [])
        #expect(
            try differences(empty, response(200, " ", headers: [:])) == [
                "response.body /responses/200/empty: the response has a body"
            ])
        #expect(try differences(empty, status: "304", RecordedResponse(status: 304)) == [])
    }
}
