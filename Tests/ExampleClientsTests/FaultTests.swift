import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client call, and whether the client declares an error.
private struct Call: CustomTestStringConvertible {
    let testDescription: String
    let perform: @Sendable (@escaping HTTPTransport) async throws -> Void
    let declares: @Sendable (any Error) -> Bool

    init<Failure: Error>(
        _ name: String, throwing: Failure.Type,
        _ perform: @escaping @Sendable (@escaping HTTPTransport) async throws -> Void
    ) {
        testDescription = name
        self.perform = perform
        declares = { $0 is Failure }
    }

    static let all: [Call] = [
        Call("representatives", throwing: RepresentativesError.self) {
            _ = try await RepresentativeController(transport: $0).searchRepresentatives(forState: "UT")
        },
        Call("signIn", throwing: SignInError.self) { _ = try await map($0).signIn(username: "a", password: "b") },
        Call("signOut", throwing: SignInError.self) { _ = try await map($0).signOut(token: "t") },
        Call("user", throwing: SignInError.self) { _ = try await map($0).user(key: "1") },
        Call("locations", throwing: PinError.self) { _ = try await map($0).locations() },
        Call("postLocation", throwing: PinError.self) { _ = try await map($0).postLocation(draft) },
        Call("changeLocation", throwing: PinError.self) {
            _ = try await map($0).changeLocation(objectID: "o", to: draft)
        },
        Call("allElements", throwing: AppError.self) { _ = try await ElementsClient(transport: $0).allElements() },
        Call("favorites", throwing: AppError.self) { _ = try await ElementsClient(transport: $0).favorites(of: "a") },
        Call("favorite", throwing: AppError.self) {
            _ = try await ElementsClient(transport: $0)
                .favorite(favoritedBy: "a", elementName: "Argon", elementSymbol: "Ar")
        },
        Call("thumbnail", throwing: AppError.self) { _ = try await ElementsClient(transport: $0).thumbnail(number: 1) },
        Call("events", throwing: MeetupError.self) {
            _ = try await MeetupClient(key: "k", transport: $0).events(text: "", latitude: 0, longitude: 0)
        },
        Call("deck", throwing: TarotError.self) { _ = try await TarotClient(transport: $0).deck() },
    ]

    private static func map(_ transport: @escaping HTTPTransport) -> OnTheMapClient {
        OnTheMapClient(configuration: OnTheMapConfiguration(applicationID: "i", restAPIKey: "k"), transport: transport)
    }

    private static let draft = LocationDraft(
        uniqueKey: "", firstName: "", lastName: "", mapString: "m", mediaURL: "u", latitude: 0, longitude: 0)
}

@Suite struct FaultTests {
    private static let faults: [HTTPTransport] =
        [
            URLError.Code.timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
            .httpTooManyRedirects,
            .notConnectedToInternet, .secureConnectionFailed, .dataLengthExceedsMaximum, .badServerResponse, .unknown,
        ].map { code in { _ in throw URLError(code) } } + [
            { _ in throw NSError(domain: "elsewhere", code: 1) },
            { _ in
                (
                    Data("{}".utf8),
                    URLResponse(
                        url: URL(constant: "file:///x"), mimeType: "application/json", expectedContentLength: 2,
                        textEncodingName: nil)
                )
            },
            Stub.transport(""), Stub.transport("{"), Stub.transport("null"), Stub.transport("7"), Stub.transport("[7]"),
            Stub.transport("{}"), Stub.transport(#"{"results":7}"#), Stub.transport("[[]]"),
            Stub.transport("\u{0}"), Stub.transport("<html></html>", ["Content-Type": "text/html"]),
            Stub.transport("", status: 204), Stub.transport("{}", status: 302), Stub.transport("{}", status: 418),
            Stub.transport("oops", status: 500), Stub.transport("", status: 599), Stub.transport("{}", [:]),
        ]

    @Test(arguments: Call.all, 0..<faults.count)
    fileprivate func everyFaultEndsInADeclaredError(call: Call, fault: Int) async throws {
        do {
            try await call.perform(Self.faults[fault])
            Issue.record("returned")
        } catch {
            #expect(call.declares(error), "\(error)")
            #expect((error as? any LocalizedError)?.errorDescription?.isEmpty == false)
        }
    }

    @Test(arguments: Call.all)
    fileprivate func rethrowsCancellationErrors(call: Call) async {
        await #expect(throws: CancellationError.self) { try await call.perform { _ in throw CancellationError() } }
        await #expect(throws: CancellationError.self) { try await call.perform { _ in throw URLError(.cancelled) } }
    }
}
