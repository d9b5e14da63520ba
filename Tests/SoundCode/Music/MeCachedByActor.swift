import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Caches the user's profile and revalidates it with its ETag.
private actor MeStore {
    struct Me: Decodable { let name: String }

    private let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    private let usesTag: Bool
    private var cached: (etag: String, me: Me)?

    init(usesTag: Bool = true, _ send: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)) {
        self.usesTag = usesTag
        self.send = send
    }

    func name() async throws -> String {
        guard let url = URL(string: "https://api.music.example/v1/me") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        if let cached { request.setValue(cached.etag, forHTTPHeaderField: "If-None-Match") }
        let (data, response) = try await send(request)
        if response.statusCode == 304, usesTag, let cached { return cached.me.name }
        let me = try JSONDecoder().decode(Me.self, from: data)
        if let etag = response.value(forHTTPHeaderField: "ETag") { cached = (etag, me) }
        return me.name
    }
}

extension SoundCode {
    /// Twin: decodes the empty body of a 304.
    @Test func meCachedByActor() async {
        await compare("music", finds: Fault("client.threw", at: "/endpoints/meTwice/cases/0/returns")) {
            Endpoint("meTwice") { _, transport in
                let store = MeStore { try await transport.send($0) }
                return [try await store.name(), try await store.name()]
            }
        } twin: {
            Endpoint("meTwice") { _, transport in
                let store = MeStore(usesTag: false) { try await transport.send($0) }
                return [try await store.name(), try await store.name()]
            }
        }
    }
}
