import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct MeetupTests {
    private func client(_ transport: @escaping HTTPTransport) -> MeetupClient {
        MeetupClient(key: "made-up", transport: transport)
    }

    @Test func encodesTheSearchText() throws {
        let request = try MeetupAPI.events(text: "C++ & =#", latitude: 40.72, longitude: -73.84, key: "k+/&=")
        #expect(
            request.url?.absoluteString
                == "https://api.meetup.com/find/events?key=k%2B%2F%26%3D&fields=group_photo"
                + "&text=C%2B%2B%20%26%20%3D%23&lat=40.72&lon=-73.84")
    }

    @Test(arguments: [
        (401, [:], MeetupError.unauthorized), (429, ["x-ratelimit-reset": "7"], .throttled(resetSeconds: 7)),
        (429, [:], .throttled(resetSeconds: nil)), (429, ["X-RateLimit-Reset": "soon"], .throttled(resetSeconds: nil)),
        (404, [:], .badStatus(404)), (500, [:], .badStatus(500)), (200, ["Content-Type": "text/html"], .unreadable),
    ])
    func everyStatusHasItsError(status: Int, headers: [String: String], error: MeetupError) async {
        let client = client(Stub.transport("[]", status: status, headers))
        await #expect(throws: error) { try await client.events(text: "swift", latitude: 0, longitude: 0) }
    }

    @Test(arguments: [(90.5, 0.0), (0, 181), (.nan, 0), (0, .infinity)])
    func refusesCoordinatesOutOfRange(latitude: Double, longitude: Double) {
        #expect(throws: MeetupError.invalidPlace) {
            try MeetupAPI.events(text: "", latitude: latitude, longitude: longitude, key: "k")
        }
    }

    @Test func hidesTheKeyInEveryError() async {
        let failing: [HTTPTransport] = [
            { throw URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: $0.url as Any]) },
            Stub.transport("made-up", status: 401), Stub.transport("made-up"),
        ]
        for transport in failing {
            let error = await #expect(throws: MeetupError.self) {
                try await client(transport).events(text: "swift", latitude: 0, longitude: 0)
            }
            #expect(!String(reflecting: error).contains("made-up"))
        }
    }

    @Test func reportsTheWaitForTheNextSearch() {
        #expect(MeetupError.throttled(resetSeconds: 7).localizedDescription == "Too many searches. Try again in 7 s.")
        #expect(MeetupError.throttled(resetSeconds: nil).localizedDescription == "Too many searches. Try again later.")
    }
}
