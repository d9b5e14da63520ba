import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

struct CaseIndexTests {
    @Test func findsTheCasesThatShareTheRarestArgument() throws {
        let cases = (0..<5_000).map {
            #"{ "name": "c\#($0)", "status": 200, "arguments": { "a": \#($0), "b": \#($0 % 2) } }"#
        }
        let text = #"""
            { "service": "s", "origin": "https://s.example.com", "endpoints": { "call": {
              "arguments": { "a": { "type": "integer" }, "b": { "type": "integer" } },
              "request": { "method": "GET", "path": "/x/{a}/{b}" }, "responses": { "200": {} },
              "cases": [\#(cases.joined(separator: ", "))] } } }
            """#
        let loaded = ContractLoader.load(bytes: Array(text.utf8), file: URL(fileURLWithPath: "/s"), service: "s")
        let index = CaseIndex(try #require(loaded.contract).endpoints[0])
        #expect(index.likelyCases(for: ["b": 1, "a": 4_321]).map(\.name) == ["c4321"])
        #expect(index.likelyCases(for: ["a": "4321.0"]).map(\.name) == ["c4321"])
        #expect(index.likelyCases(for: ["a": 5_001]).isEmpty)
        #expect(index.cases.count == 5_000)
    }
}
