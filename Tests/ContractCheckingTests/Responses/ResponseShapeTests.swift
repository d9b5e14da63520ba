import ContractChecking
import Foundation
import HTTPRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Response shapes in a call with several requests, where only the bodies identify them.
struct ResponseShapeTests {
    private static let page = """
        "page": { "arguments": { "number": { "type": "integer" } },
          "request": { "method": "GET", "path": "/pages/{number}" },
          "responses": {
            "200": { "content": "application/json", "schema": { "type": "array", "items": { "type": "integer" } } },
            "200 one": { "content": "application/json", "schema": { "type": "integer" } } } },
        """

    private func findings(pages: [String]) async throws -> [String] {
        let exchanges = pages.enumerated().map { CallFixture.exchange("GET", "/pages/\($0 + 1)", $1) }
        let fixture = CallFixture(
            endpoint: """
                "uses": ["page"], "cases": [ { "name": "all", "status": 200, "returns": { "const": [7, 8, 9] } } ]
                """,
            recordings: ["call.all": exchanges],
            others: (Self.page, [Endpoint("page") { try notesRequest("/pages/\($0["number"] as Int)") }]))
        let calling = Endpoint("call") { _, transport in
            var all: [Int] = []
            for number in 1...pages.count {
                let (data, _) = try await transport.send(try notesRequest("/pages/\(number)"))
                do {
                    all += try JSONDecoder().decode([Int].self, from: data)
                } catch {
                    all.append(try JSONDecoder().decode(Int.self, from: data))
                }
            }
            return all
        }
        let report = try await fixture.report(["client/call/*", "response/call/*"], calling)
        try #require(report.checks.contains { $0.check.id == "notes/client/call/all" && $0.outcome != .skipped })
        return report.findings.map { "\($0.rule) \($0.contract.pointer)" }
    }

    @Test func matchesEachResponseToTheShapeOfItsBody() async throws {
        let found = try await findings(pages: ["[7,8]", "9"])
        #expect(found.isEmpty, "\(found)")
    }

    @Test func comparesABodyThatFitsNoShapeWithTheFirst() async throws {
        let found = try await findings(pages: ["[7,8]", "\"9\""])
        #expect(
            found.contains { $0.hasPrefix("response.schema /endpoints/page/responses/200/schema/type") }, "\(found)")
    }
}
