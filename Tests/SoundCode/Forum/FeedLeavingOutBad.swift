import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct FeedEntry: Decodable {
    let id: Int
    let text: String
}

private struct Maybe<Wrapped: Decodable>: Decodable {
    let value: Wrapped?

    init(from decoder: any Decoder) throws { value = try? Wrapped(from: decoder) }
}

private struct FeedClient {
    let load: @Sendable (URLRequest) async throws -> (Data, URLResponse)

    func entries() async throws -> [FeedEntry] {
        guard let url = URL(string: "https://forum.example/api/feed") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.timeoutInterval = 20
        let (data, response) = try await load(request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode([Maybe<FeedEntry>].self, from: data).compactMap(\.value)
    }
}

extension SoundCode {
    /// Twin: sorts by number, which is not the order of the feed.
    @Test func feedLeavingOutBad() async {
        await compare(
            "forum", finds: Fault("client.returns", at: "/endpoints/feed/cases/0", telling: "a different order"),
            Fault("client.returns", at: "/endpoints/feed/faults/badElement/returns", telling: "a different order")
        ) {
            Model("FeedEntry", decoding: FeedEntry.self)
            Endpoint("feed") { try await FeedClient(load: $1.send).entries() }
        } twin: {
            Model("FeedEntry", decoding: FeedEntry.self)
            Endpoint("feed") { try await FeedClient(load: $1.send).entries().sorted { $0.id < $1.id } }
        }
    }
}
