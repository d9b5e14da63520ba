import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum QuoteError: Error {
    case slowDown(seconds: Int)
    case unavailable
}

/// The service as closures, so that previews can replace each one.
private struct QuoteClient: Sendable {
    var request: @Sendable (_ from: String, _ to: String, _ express: Bool?) throws -> URLRequest
    var price: @Sendable (_ cents: Int) -> Double = { Double($0) / 100 }

    func quote(
        _ from: String, _ to: String, _ express: Bool?,
        _ send: (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) async throws -> Double? {
        struct Quote: Decodable { let cents: Int }
        let (data, response) = try await send(request(from, to, express))
        switch response.statusCode {
        case 200: return price(try JSONDecoder().decode(Quote.self, from: data).cents)
        case 404: return nil
        case 429:
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
            throw QuoteError.slowDown(seconds: seconds ?? 60)
        default: throw QuoteError.unavailable
        }
    }

    static func live(express standard: Bool? = nil) -> QuoteClient {
        QuoteClient { from, to, express in
            var components = URLComponents(string: "https://parcels.example/quotes")
            var items = [URLQueryItem(name: "from", value: from), URLQueryItem(name: "to", value: to)]
            if let express = express ?? standard { items.append(URLQueryItem(name: "express", value: "\(express)")) }
            components?.queryItems = items
            let query = components?.percentEncodedQuery
            components?.percentEncodedQuery = query?.replacingOccurrences(of: "+", with: "%2B")
            guard let url = components?.url else { throw URLError(.badURL) }
            return URLRequest(url: url)
        }
    }
}

extension SoundCode {
    /// Twin: truncates the cents.
    @Test func quoteByClosures() async {
        await compare("parcels", finds: Fault("client.returns", at: "/endpoints/quote/cases/0/returns/const")) {
            Endpoint("quote") { arguments, transport in
                try await QuoteClient.live().quote(arguments["from"], arguments["to"], arguments["express"]) {
                    try await transport.send($0)
                }
            }
        } twin: {
            Endpoint("quote") { arguments, transport in
                var client = QuoteClient.live()
                client.price = { Double($0 / 100) }
                return try await client.quote(arguments["from"], arguments["to"], arguments["express"]) {
                    try await transport.send($0)
                }
            }
        }
    }

    /// Twin: sends false for an option that was not set.
    @Test func quoteWithDefault() async {
        await compare("parcels", finds: Fault("request.query", at: "/endpoints/quote/request/query/express")) {
            Endpoint("quote") {
                try QuoteClient.live().request($0["from"], $0["to"], $0["express"])
            } call: { arguments, transport in
                try await QuoteClient.live().quote(arguments["from"], arguments["to"], arguments["express"]) {
                    try await transport.send($0)
                }
            }
        } twin: {
            Endpoint("quote") {
                try QuoteClient.live(express: false).request($0["from"], $0["to"], $0["express"])
            } call: { arguments, transport in
                try await QuoteClient.live().quote(arguments["from"], arguments["to"], arguments["express"]) {
                    try await transport.send($0)
                }
            }
        }
    }
}
