import ContractTesting
import Foundation
import HTTPRecording
import TestSupport
import Testing

/// The client of the article AdoptingInAnApp, verified with a correct contract.
struct StockClientTests {
    private static let contract = """
        { "service": "almanac", "origin": "https://almanac.example",
          "models": { "City": {
            "schema": { "type": "object", "required": ["name", "sunrise"], "properties": {
              "name": { "type": "string" }, "sunrise": { "type": "string", "format": "date-time" },
              "twin_towns": { "type": "array", "items": { "type": "string" } } } } } },
          "endpoints": { "cities": {
            "arguments": { "near": { "type": "string" } },
            "request": { "method": "GET", "path": "/v1/cities", "query": { "near": "{near}" } },
            "responses": { "200": { "content": "application/json", "models": { "/*": "City" },
                                    "schema": { "type": "array", "items": { "$ref": "#/models/City/schema" } } },
                           "503": {} },
            "cases": [ { "name": "two", "status": 200, "arguments": { "near": "Oslo" } } ],
            "faults": { "timeout": "URLError.timedOut", "status:503": "URLError.badServerResponse",
                        "malformedBody": "DecodingError", "badElement": "DecodingError" } } } }
        """

    private func report(_ service: Service) async throws -> Report {
        let folder = try TemporaryFolder()
        try folder.write(Self.contract, to: "Contracts/almanac/contract.json")
        let exchange = HTTPExchange(
            request: RecordedRequest(method: "GET", url: "https://almanac.example/v1/cities?near=Oslo", headers: [:]),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json"],
                body: Array(
                    "[{\"name\":\"Oslo\",\"sunrise\":\"2024-06-01T02:01:00Z\",\"twin_towns\":[\"Vilnius\"]},{\"name\":\"Moss\",\"sunrise\":\"2024-06-01T02:03:00Z\"}]"
                        .utf8)))
        let recording = Recording(
            entries: [exchange],
            provenance: Recording.Provenance(origin: "https://almanac.example", provider: .local))
        try folder.write(
            String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/almanac/cities.two.har")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) { service }
        return await suite.verify(Options(mode: .replay))
    }

    @Test func passesForTheUnchangedClient() async throws {
        let report = try await report(almanac)
        #expect(report.findings.map(\.message) == [])
        #expect(report.checks.allSatisfy { $0.outcome == .passed })
        #expect(report.checks.count == 9)
    }

    @Test func findsAWrongDateDecodingStrategy() async throws {
        let report = try await report(
            Service("almanac") {
                Model("City", decoding: City.self) { JSONDecoder() }
                Endpoint("cities") { arguments, session in
                    try await Almanac(session: session).cities(near: arguments["near"])
                }
            })
        #expect(report.findings.contains { $0.rule == "model.false-reject" })
    }
}
