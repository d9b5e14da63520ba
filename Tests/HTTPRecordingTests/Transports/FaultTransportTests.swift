import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct FaultTransportTests {
    private func send(_ fault: Fault) async throws -> (Data, HTTPURLResponse) {
        let answering = ClosureTransport { request in
            let response = RecordedResponse(
                status: 200, headers: ["content-type": "application/json", "X-Kept": "1"], body: bytes("{}"))
            let url = try #require(request.url)
            return (Data(response.body), try #require(response.urlResponse(url: url)))
        }
        return try await FaultTransport(wrapping: answering, fault: fault).send(try get("http://h/x"))
    }

    @Test(arguments: [
        (Fault.unreachable, URLError.Code.cannotConnectToHost), (.timeout, .timedOut), (.slowBody, .timedOut),
        (.connectionLost, .networkConnectionLost), (.truncatedBody, .networkConnectionLost),
        (.redirectLoop, .httpTooManyRedirects), (.oversizedBody, .dataLengthExceedsMaximum),
    ])
    func throwsWhatASessionWouldThrow(_ fault: Fault, _ code: URLError.Code) async {
        #expect(await urlError { _ = try await send(fault) } == code)
    }

    @Test func changesTheResponse() async throws {
        let empty = try await send(.emptyBody)
        #expect(empty.0.isEmpty && empty.1.statusCode == 200)
        #expect(empty.1.value(forHTTPHeaderField: "Content-Length") == "0")
        let malformed = try await send(.malformedBody)
        #expect((try? JSONSerialization.jsonObject(with: malformed.0)) == nil)
        #expect(malformed.1.value(forHTTPHeaderField: "Content-Type") == "application/json")
        let wrong = try await send(.wrongContentType)
        #expect(wrong.1.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        #expect(wrong.1.value(forHTTPHeaderField: "X-Kept") == "1")
        let failed = try await send(.status(503))
        #expect(failed.1.statusCode == 503)
        #expect(text(failed.0).contains("503 Service Unavailable"))
    }

    @Test(arguments: [
        (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{},{"a":2}]"#), ("[1,2,3]", "[1,2,null,3]"),
        (#"x:{"empty":[],"deep":{"list":[1]},"list":["b"]}"#, #"x:{"empty":[],"deep":{"list":[1]},"list":["b",null]}"#),
    ])
    func insertsABadElement(_ body: String, _ expected: String) {
        #expect(
            BadElement.added(to: bytes(body), index: 0).map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    }

    @Test func hasNoBadElementForABodyWithoutElements() {
        for body in ["", "{}", "[]", "<html>[</html>"] { #expect(BadElement.added(to: bytes(body), index: 0) == nil) }
    }

    @Test func insertsABadElementIntoOneArrayAtATime() {
        let body = bytes(#"{"tags":["a"],"notes":[{"id":1,"links":[]},{"id":2,"links":["x"]},{"id":3,"links":["y"]}]}"#)
        let places = (0..<4).map { BadElement.added(to: body, index: $0)?.pointer.description }
        #expect(places == ["/tags", "/notes", "/notes/1/links", nil])
        #expect(
            BadElement.added(to: body, index: 2).map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"tags":["a"],"notes":[{"id":1,"links":[]},{"id":2,"links":["x",null]},{"id":3,"links":["y"]}]}"#)
    }

    @Test func insertsABadElementIntoADictionary() {
        let body = bytes(#"{"sites":[{"gauges":{"a":{"m":1}}},{"gauges":{}}],"names":{"a":"b"}}"#)
        let dictionaries: [JSONPointer] = ["/sites/*/gauges", "/names"]
        let changed = (0..<4).map { index in
            BadElement.added(to: body, index: index, dictionaries: dictionaries).map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
        }
        #expect(
            changed == [
                #"{"sites":[{"gauges":{"a":{"m":1}}},{},{"gauges":{}}],"names":{"a":"b"}}"#,
                #"{"sites":[{"gauges":{"a":{"m":1}}},{"gauges":{}}],"names":{"a":null}}"#,
                #"{"sites":[{"gauges":{"a":{}}},{"gauges":{}}],"names":{"a":"b"}}"#, nil,
            ])
    }

    @Test func omitsTheBodyForAStatusWithoutOne() async throws {
        for status in [204, 304] {
            let empty = try await send(.status(status))
            #expect(empty.1.statusCode == status && empty.0.isEmpty)
            #expect(empty.1.value(forHTTPHeaderField: "Content-Type") == nil)
        }
    }

    @Test func hasANameForEachFault() {
        let faults: [Fault] = [
            .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .otherShape, .emptyObject,
            .truncatedBody, .wrongContentType, .slowBody, .redirectLoop, .oversizedBody, .badElement, .expiredToken,
            .revokedToken,
            .notModified, .staleCursor, .status(404),
        ]
        #expect(faults.map(\.rawValue) == Fault.names.map { $0 == "status:N" ? "status:404" : $0 })
        for fault in faults { #expect(Fault(rawValue: fault.rawValue) == fault) }
    }

    @Test(arguments: [
        "", "Timeout", "status", "status:", "status:99", "status:199", "status:600", "status:0200", "status:+50",
        "status:٤٠٤",
        "status:N",
    ])
    func refusesAnUnknownFault(_ name: String) { #expect(Fault(rawValue: name) == nil) }
}

@Suite struct OriginMappingTests {
    @Test func mapsTheOriginOfRequestsAndResponses() async throws {
        let server = try LoopbackServer { request, connection in
            connection.send(
                request.target.hasPrefix("/start")
                    ? response(
                        "302 Found",
                        ["Location: http://127.0.0.1:\(request.headers["host"]?.split(separator: ":").last ?? "")/end"])
                    : response("200 OK", body: request.target))
        }
        let mapping = try OriginMapping(wrapping: LiveTransport(), ["https://API.example.com:443/": server.origin])
        let recorder = RecordingTransport(wrapping: mapping)
        let (data, answer) = try await recorder.send(try get("https://api.example.com/a%2Fb?q=%41+x"))
        #expect(text(data) == "/a%2Fb?q=%41+x")
        #expect(answer.url?.absoluteString == "https://api.example.com/a%2Fb?q=%41+x")
        let redirected = try await recorder.send(try get("https://api.example.com/start"))
        #expect(redirected.1.url?.absoluteString == "https://api.example.com/end")
        #expect(
            await recorder.exchanges.map(\.request.url) == [
                "https://api.example.com/a%2Fb?q=%41+x", "https://api.example.com/start", "https://api.example.com/end",
            ])
    }

    @Test func leavesOtherOriginsAlone() async throws {
        let server = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "own")) }
        let mapping = try OriginMapping(wrapping: LiveTransport(), ["http://elsewhere": "http://127.0.0.1:1"])
        #expect(text(try await mapping.send(try get(server.origin)).0) == "own")
    }

    @Test(arguments: [
        "", "example.com", "ftp://example.com", "http://", "http://h/path", "http://h?q", "http://u@h", "http://h#f",
    ])
    func refusesAnInvalidOrigin(_ text: String) {
        #expect(throws: TransportError.self) { try OriginMapping(wrapping: LiveTransport(), [text: "http://h"]) }
        #expect(throws: TransportError.self) { try OriginMapping(wrapping: LiveTransport(), ["http://h": text]) }
    }
}
