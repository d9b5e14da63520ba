import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct OnTheMapTests {
    private let configuration = OnTheMapConfiguration(applicationID: "made-up-application", restAPIKey: "made-up-key")
    private let opened = """
        )]}'
        {"account":{"registered":true,"key":"3903878747"},"session":{"id":"1457628510Sc18f2ad","expiration":"2026-01-02T00:00:00Z"}}
        """

    private func client(_ transport: @escaping HTTPTransport) -> OnTheMapClient {
        OnTheMapClient(configuration: configuration, transport: transport)
    }

    private func draft(mapString: String = "Rome", mediaURL: String = "https://a.example", latitude: Double = 41.9)
        -> LocationDraft
    {
        LocationDraft(
            uniqueKey: "1", firstName: "Ada", lastName: "Lovelace", mapString: mapString, mediaURL: mediaURL,
            latitude: latitude, longitude: 12.5)
    }

    @Test func findsTheTokenAmongCookiesJoinedByCommas() async throws {
        let cookies = "sid=x; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, XSRF-TOKEN=aB3-_.; Path=/; Secure"
        let client = client(
            Stub.transport(opened, ["Content-Type": "application/json", "Set-Cookie": cookies]))
        let signIn = try await client.signIn(username: "ada@example.com", password: "x")
        #expect(signIn.token == "aB3-_.")
        #expect(signIn.session.id == "1457628510Sc18f2ad")
        #expect(signIn.session.accountKey == "3903878747")
    }

    @Test func rejectsASessionWithoutAToken() async {
        let client = client(Stub.transport(opened))
        await #expect(throws: SignInError.invalidJson) { try await client.signIn(username: "a", password: "b") }
    }

    @Test(arguments: [
        (400, SignInError.invalidJsonFromUser), (401, .invalidAccount), (403, .invalidAccount), (404, .invalidAccount),
        (302, .invalidServer), (429, .invalidServer), (500, .invalidServer), (503, .invalidServer),
    ])
    func everyStatusHasItsError(status: Int, error: SignInError) async {
        let client = client(Stub.transport(")]}'\n{}", status: status))
        await #expect(throws: error) { try await client.signIn(username: "a", password: "b") }
    }

    @Test(arguments: [("", ""), ("a", ""), ("", "b")])
    func requiresBothFieldsToSignIn(username: String, password: String) async {
        await #expect(throws: SignInError.empty) {
            try await client { _ in throw URLError(.badURL) }.signIn(username: username, password: password)
        }
    }

    @Test(arguments: [("", ""), ("Rome", ""), ("", "https://a.example")])
    func requiresBothFieldsToPost(mapString: String, mediaURL: String) {
        #expect(throws: PinError.empty) {
            try OnTheMapAPI.postLocation(
                draft(mapString: mapString, mediaURL: mediaURL), configuration: configuration)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 90.1, -91])
    func refusesALatitudeOutOfRange(latitude: Double) {
        #expect(throws: PinError.invalidRequest) {
            try OnTheMapAPI.postLocation(draft(latitude: latitude), configuration: configuration)
        }
    }

    @Test func escapesAQuoteInAPlaceName() throws {
        let place = "\"}, \"admin\": {\"\\\n\u{0}e\u{301}🎉"
        let request = try OnTheMapAPI.postLocation(draft(mapString: place), configuration: configuration)
        let body = try #require(request.httpBody)
        let object = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        #expect(object.count == 7)
        #expect((object["mapString"] as? String).map { Array($0.utf8) } == Array(place.utf8))
    }

    @Test func sendsTheKeysAndTimesOutAfterFiveSeconds() throws {
        let requests = [
            try OnTheMapAPI.signIn(username: "a", password: "b", configuration: configuration),
            try OnTheMapAPI.signOut(token: "t", configuration: configuration),
            try OnTheMapAPI.user(key: "k", configuration: configuration),
            try OnTheMapAPI.locations(configuration: configuration),
            try OnTheMapAPI.postLocation(draft(), configuration: configuration),
            try OnTheMapAPI.changeLocation(objectID: "o", to: draft(), configuration: configuration),
        ]
        for request in requests {
            #expect(request.timeoutInterval == 5)
            #expect(request.value(forHTTPHeaderField: "X-Parse-Application-Id") == "made-up-application")
            #expect(request.value(forHTTPHeaderField: "X-Parse-REST-API-Key") == "made-up-key")
            #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        }
    }

    @Test func countsAndOmitsUnreadableLocations() async throws {
        let body = """
            {"results": [
              {"objectId": "1", "latitude": 1, "longitude": 2.5, "mediaURL": "aa", "uniqueKey": 4711},
              {"objectId": "2", "latitude": 1},
              {"objectId": "3", "latitude": "1", "longitude": 2},
              {"objectId": "4", "latitude": 91, "longitude": 2},
              "nonsense", null,
              {"objectId": "5", "latitude": -90, "longitude": 180, "mediaURL": null}
            ]}
            """
        let page = try await client(Stub.transport(body)).locations()
        #expect(page.locations.map(\.objectID) == ["1", "5"])
        #expect(page.locations.first?.uniqueKey == .number(4711))
        #expect(page.locations.first?.uniqueKey?.description == "4711")
        #expect(page.unreadable == 5)
    }

    @Test(arguments: [
        (404, #"{"code":101,"error":"Object not found."}"#, PinError.placeNotFound),
        (400, #"{"code":101,"error":"Object not found."}"#, .placeNotFound),
        (400, #"{"code":142,"error":"mapString is required for a Student Location"}"#, .empty),
        (400, #"{"code":1}"#, .invalidRequest), (400, "<html>", .invalidRequest), (401, "{}", .notAuthorized),
        (500, "{}", .invalidServer),
    ])
    func mapsRejectedLocationsToErrors(status: Int, body: String, error: PinError) async {
        let client = client(Stub.transport(body, status: status))
        await #expect(throws: error) { try await client.changeLocation(objectID: "o", to: draft()) }
    }

    @Test func hasATextForEachError() {
        let texts: [(SignInError, String)] = [
            (.empty, "Empty Email or Password"), (.invalidJson, "Unable to read message from server."),
            (.invalidJsonFromUser, "Internal Error"), (.invalidAccount, "Invalid Email or Password"),
            (.invalidServer, "Server offline"), (.invalidConnection, "Unable to connect to server"),
        ]
        for (error, text) in texts { #expect(error.localizedDescription == text) }
        #expect(PinError.empty.localizedDescription == "Empty Location or Link")
        #expect(PinError.placeNotFound.localizedDescription == "Location not found")
    }
}
