import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum QuoteError: Error {
    case busy(request: String?)
    case failed(Int)
}

private actor QuoteStore {
    struct Quote: Decodable {
        struct Payload: Decodable { let offer_id: String }

        let data: Payload
    }

    private var quotes: [String: String] = [:]
    private let session: URLSession
    private let requestID: @Sendable (HTTPURLResponse) -> String?

    init(session: URLSession, requestID: @escaping @Sendable (HTTPURLResponse) -> String?) {
        self.session = session
        self.requestID = requestID
    }

    func offer(for flight: String) async throws -> String {
        if let known = quotes[flight] { return known }
        guard let url = URL(string: "https://api.trips.example/v3/quotes/\(flight)") else { throw URLError(.badURL) }
        let (data, response) = try await session.data(from: url)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        switch http.statusCode {
        case 200: break
        case 429: throw QuoteError.busy(request: requestID(http))
        default: throw QuoteError.failed(http.statusCode)
        }
        let quote = try JSONDecoder().decode(Quote.self, from: data).data.offer_id
        quotes[flight] = quote
        return quote
    }
}

extension SoundCode {
    /// Twin: reads another service's header field.
    @Test func quoteByActor() async {
        await compare(
            "trips",
            finds: Fault("client.wrong-error", at: "/endpoints/quote/cases/1/throws/payload/properties/request/const")
        ) {
            Endpoint("quote") { arguments, session in
                let store = QuoteStore(session: session) { $0.value(forHTTPHeaderField: "X-Request-Id") }
                return try await store.offer(for: arguments["flight"])
            }
        } twin: {
            Endpoint("quote") { arguments, session in
                let store = QuoteStore(session: session) { $0.value(forHTTPHeaderField: "Request-Id") }
                return try await store.offer(for: arguments["flight"])
            }
        }
    }
}
