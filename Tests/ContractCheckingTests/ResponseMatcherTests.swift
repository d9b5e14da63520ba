import ContractFormat
import HTTPRecording
import JSONSchema
import Testing

@testable import ContractChecking

/// Status, headers and body of a response are held to the shape that applies, and to no other.
struct ResponseMatcherTests {
    /// `RULE POINTER: MESSAGE` of everything in which a response differs; pointers are below the endpoint.
    private func differences(
        _ responses: String, status: String = "200", _ response: RecordedResponse
    ) throws -> [String] {
        let shape = try endpoint(
            #""request": {"method": "GET", "path": "/"}, "responses": {\#(responses)}, "cases": [{"name": "one", "status": \#(status)}]"#
        )
        let testCase = try #require(shape.cases.first)
        let matcher = ResponseMatcher(
            endpoint: shape, outcome: testCase.outcome, pointer: testCase.pointer, value: { _ in nil })
        return matcher.match(response).mismatches.map { difference in
            let place = difference.pointer.tokens.dropFirst(2).map { "/\($0)" }.joined()
            return "\(difference.rule.id) \(place): \(difference.message.rendered())"
        }
    }

    private func response(
        _ status: Int = 200, _ body: String = "", headers: HeaderFields = ["Content-Type": "application/json"]
    ) -> RecordedResponse {
        RecordedResponse(status: status, headers: headers, body: Array(body.utf8))
    }

    private let object = #""200": {"content": "application/json", "schema": {"type": "object", "required": ["a"]}}"#

    @Test func findsNothingInWhatTheContractSays() throws {
        #expect(try differences(object, response(200, #"{"a":1,"b":2}"#)) == [])
    }

    @Test func tellsWhatManyElementsBreakOnce() throws {
        let list = #""200": {"content": "application/json", "schema": {"items": {"required": ["a", "b"]}}}"#
        #expect(
            try differences(list, response(200, #"[{"a":1,"b":2},{"b":2},{"a":1},{"b":3},{}]"#)) == [
                #"response.schema /responses/200/schema/items/required: at '/1': expected a property "a", found none, and 2 more like it"#,
                #"response.schema /responses/200/schema/items/required: at '/2': expected a property "b", found none, and 1 more like it"#,
            ])
    }

    /// What else differs in a response of another status would only repeat that.
    @Test func tellsAnotherStatusAndNothingElse() throws {
        #expect(
            try differences(object, response(500, "no JSON", headers: [:])) == [
                "response.status /cases/0/status: the status is 500, not 200"
            ])
    }

    @Test func takesAStatusThatASchemaTakes() throws {
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

    @Test func placesEachViolationOfTheSchemaAtItsKeyword() throws {
        let found = try differences(object, response(200, #"{"b":2}"#))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("response.schema /responses/200/schema/required: at ''") == true)
    }

    @Test func tellsAKeyThatStandsTwice() throws {
        let found = try differences(object, response(200, #"{"a":1,"a":2}"#))
        #expect(found.map { $0.prefix(22) } == ["response.duplicate-key"])
    }

    @Test func readsTheBodyBehindItsPrefix() throws {
        let responses = #""200": {"prefix": ")]}'\n", "schema": {"type": "array"}}"#
        #expect(try differences(responses, response(200, ")]}'\n[]")) == [])
        let found = try differences(responses, response(200, "[]"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the body does not start with its prefix") == true)
    }

    @Test func tellsABodyThatIsNoJSON() throws {
        let found = try differences(object, response(200, "<html>"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the body is not JSON") == true)
    }

    @Test func comparesTextToTheLetter() throws {
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
                "response.bytes /responses/200/bytes/prefix: the body starts with other bytes"
            ])
        #expect(
            try found([0xFF, 0xD8, 1]) == ["response.bytes /responses/200/bytes/minLength: the body is too short"])
    }

    @Test func tellsAStatusThatNoShapeKnows() throws {
        #expect(
            try differences(#""200": {}, "4XX": {}"#, status: #"{"minimum": 200}"#, response(503)) == [
                "response.status /responses: the contract knows no response with status 503"
            ])
    }
}
