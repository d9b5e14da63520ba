import ContractChecking
import ContractFormat
import ContractServing
import ExchangesFixture
import Foundation
import HTTPRecording
import JSONSchema
import Testing

/// The workshop's contract as a served service, with recorded streams and streams made up from schemas.
@Suite struct ServedWorkshopTests {
    private func served() -> ServedContracts {
        ServedContracts(Workshop.suite().loaded.value.services)
    }

    private func answer(_ path: String, accept: String) -> RecordedResponse {
        served().answer(RecordedRequest(method: "GET", url: path, headers: ["Accept": accept]))
    }

    @Test func servesAStreamInThePiecesThatWereRecorded() {
        let response = answer("/v1/courses/1/progress", accept: "text/event-stream")
        #expect(response.status == 200)
        #expect(response.chunks == [36, 41, 2, 60])
    }

    /// Checks that there are two events of each schema.
    @Test func makesEventsOfTheirSchemas() throws {
        let response = answer("/v1/courses/7/progress", accept: "text/event-stream")
        #expect(response.headers["Content-Type"] == "text/event-stream")
        let events = EventStream(response.body, .sse).events
        #expect(events.map(\.name) == ["message", "message", "done", "done"])
        let contract = try #require(Workshop.suite().loaded.value.services.first?.contract)
        let endpoint = try #require(contract.endpoints.first { $0.name == "progress" })
        let matcher = ResponseMatcher(endpoint: endpoint, outcome: nil, pointer: endpoint.pointer) { _ in nil }
        #expect(matcher.mismatches(of: response).map { $0.message } == [])
    }

    @Test func makesRequiredLinks() throws {
        let response = answer("/v1/courses?page=9", accept: "application/json")
        #expect(
            LinkHeader(response.headers[all: "Link"]).target(of: "first", base: nil)?.written
                == "https://workshop.example.com/v1/courses?page=1")
        #expect(response.headers["X-Deprecated"] == nil)
    }
}
