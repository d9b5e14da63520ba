import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

/// The lookup of candidate cases without a scan of all of them.
struct CaseIndexTests {
    private static func endpoint(_ request: String, _ cases: [String]) throws -> EndpointContract {
        let list = cases.enumerated().map { #"{ "name": "c\#($0)", "status": 200, "arguments": \#($1) }"# }
        let call =
            #"{ "arguments": { "a": {}, "b": {} }, "request": \#(request), "responses": { "200": {} }, "cases": [\#(list.joined(separator: ", "))] }"#
        let text = #"{ "service": "s", "origin": "https://s.example.com", "endpoints": { "call": \#(call) } }"#
        let loaded = ContractLoader.load(bytes: Array(text.utf8), file: URL(fileURLWithPath: "/s"), service: "s")
        return try #require(loaded.contract).endpoints[0]
    }

    private static func names(_ endpoint: EndpointContract, _ arguments: [String: JSON]) -> [String] {
        CaseIndex(endpoint).cases(for: arguments).map(\.name)
    }

    @Test func looksUpOneOfManyCases() throws {
        let endpoint = try Self.endpoint(
            #"{ "method": "GET", "path": "/x/{a}" }"#, (0..<5_000).map { #"{ "a": \#($0) }"# })
        #expect(Self.names(endpoint, ["a": 4_321]) == ["c4321"])
        #expect(Self.names(endpoint, ["a": 5_001]) == [])
        #expect(CaseIndex(endpoint).similarCases(for: ["a": 5_001]).count == 8)
    }

    @Test(arguments: [
        (#""x""#, JSON.string("x")), (#""X""#, "x"), ("1", "1"), ("1", "1.0"), ("1", 1), (#""1""#, 1), ("true", "true"),
        (#""2026-01-01T00:00:00Z""#, "2026-01-01T01:00:00+01:00"),
        (#""2026-01-01T00:00:00.0002Z""#, "2025-12-31T23:59:59.9999Z"), (#""{env:NAME}""#, "anything"),
        ("[1, 2]", "1"), ("null", "x"),
    ])
    func includesEveryPossibleCase(value: String, found: JSON) throws {
        let endpoint = try Self.endpoint(
            #"{ "method": "GET", "path": "/x", "query": { "a": "{a}" } }"#,
            [#"{ "a": \#(value) }"#, #"{ "a": "other" }"#])
        #expect(Self.names(endpoint, ["a": found]).contains("c0"))
    }

    @Test(arguments: [
        #"{ "method": "GET", "path": "/{a}-{b}" }"#,
        #"{ "method": "GET", "path": "/x", "headers": { "X-A": "{a}" } }"#,
        #"{ "method": "GET", "path": "/x/{a|joined}" }"#,
    ])
    func ignoresAmbiguousArguments(request: String) throws {
        let endpoint = try Self.endpoint(request, [#"{ "a": "1-2", "b": "3" }"#])
        #expect(Self.names(endpoint, ["a": "1", "b": "2-3"]) == ["c0"])
    }
}
