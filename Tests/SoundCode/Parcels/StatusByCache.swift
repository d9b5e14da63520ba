import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Shares one request among concurrent callers and loads again later.
private actor StatusCache {
    private let load: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    private let keepsFinished: Bool
    private var tasks: [String: Task<String, any Error>] = [:]

    init(
        keepsFinished: Bool = false, load: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) {
        self.keepsFinished = keepsFinished
        self.load = load
    }

    func status(of number: String) async throws -> String {
        if let task = tasks[number] { return try await task.value }
        let task = Task { [load] in
            guard let url = URL(string: "https://parcels.example/parcels/\(number)/status") else {
                throw URLError(.badURL)
            }
            return try JSONDecoder().decode(String.self, from: try await load(URLRequest(url: url)).0)
        }
        tasks[number] = task
        defer { if !keepsFinished { tasks[number] = nil } }
        return try await task.value
    }
}

extension SoundCode {
    /// Twin: never reloads.
    @Test func statusByCache() async {
        await compare(
            "parcels", finds: Fault("replay.unplayed", at: "/endpoints/statusTwice/cases/0"),
            Fault("client.returns", at: "/endpoints/statusTwice/cases/0/returns/const")
        ) {
            Endpoint("statusTwice") { _, transport in
                let cache = StatusCache { try await transport.send($0) }
                return [try await cache.status(of: "P1"), try await cache.status(of: "P1")]
            }
        } twin: {
            Endpoint("statusTwice") { _, transport in
                let cache = StatusCache(keepsFinished: true) { try await transport.send($0) }
                return [try await cache.status(of: "P1"), try await cache.status(of: "P1")]
            }
        }
    }
}
