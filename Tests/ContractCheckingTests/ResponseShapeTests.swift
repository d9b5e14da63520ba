import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call of several requests names no shape for each of its responses: their bodies do.
struct ResponseShapeTests {
    private static let contract = """
        { "service": "notes", "origin": "https://notes.example.com",
          "endpoints": {
            "page": { "arguments": { "number": { "type": "integer" } },
              "request": { "method": "GET", "path": "/pages/{number}" },
              "responses": {
                "200": { "content": "application/json", "schema": { "type": "array", "items": { "type": "integer" } } },
                "200 one": { "content": "application/json", "schema": { "type": "integer" } } },
              "cases": [ { "name": "two", "status": 200, "arguments": { "number": 1 } } ] },
            "pages": { "uses": ["page"], "cases": [ { "name": "all", "status": 200, "returns": { "const": [7, 8, 9] } } ] }
          } }
        """

    private func findings(pages: [String]) async throws -> [String] {
        let folder = try NotesFolder(contract: Self.contract)
        let entries = pages.enumerated().map { number, body in
            HTTPExchange(
                request: RecordedRequest(
                    method: "GET", url: "https://notes.example.com/pages/\(number + 1)", headers: [:]),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
        }
        for (name, entries) in [("page.two", Array(entries.prefix(1))), ("pages.all", entries)] {
            let recording = Recording(
                entries: entries,
                provenance: Recording.Provenance(origin: "https://notes.example.com", provider: .local))
            try folder.write(
                String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/\(name).har")
        }
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Endpoint("page") { try Self.request($0["number"]) }
                Endpoint("pages") { _, transport in
                    var all: [Int] = []
                    for number in 1...pages.count {
                        let (data, _) = try await transport.send(try Self.request(number))
                        do {
                            all += try JSONDecoder().decode([Int].self, from: data)
                        } catch {
                            all.append(try JSONDecoder().decode(Int.self, from: data))
                        }
                    }
                    return all
                }
            }
        }
        let report = await suite.verify(Options(mode: .replay, only: ["notes/*/page*"]))
        try #require(report.checks.contains { $0.check.id == "notes/client/pages/all" && $0.outcome != .skipped })
        return report.findings.map { "\($0.rule) \($0.contract.pointer)" }
    }

    private static func request(_ number: Int) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "https://notes.example.com/pages/\(number)")))
    }

    @Test func eachResponseHasTheShapeThatItsBodyFits() async throws {
        let found = try await findings(pages: ["[7,8]", "9"])
        #expect(found.isEmpty, "\(found)")
    }

    @Test func aBodyThatFitsNoShapeIsHeldToTheFirst() async throws {
        let found = try await findings(pages: ["[7,8]", "\"9\""])
        #expect(
            found.contains { $0.hasPrefix("response.schema /endpoints/page/responses/200/schema/type") }, "\(found)")
    }
}
