import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private final class API: Sendable {
    @TaskLocal static var session = URLSession.shared
    static let shared = API()

    private init() {}

    /// Returns the number of days in a row, or nil if there is no streak.
    func streak(otherwise: Int? = nil) async throws -> Int? {
        guard let url = URL(string: "https://fitness.example/v1/streak") else { throw URLError(.badURL) }
        let (data, response) = try await Self.session.data(from: url)
        switch (response as? HTTPURLResponse)?.statusCode {
        case 200: return try JSONDecoder().decode(Int.self, from: data)
        case 404: return otherwise
        default: throw URLError(.badServerResponse)
        }
    }
}

extension SoundCode {
    /// Twin: returns zero if there is no streak.
    @Test func streakOfSingleton() async {
        await compare("fitness", finds: Fault("client.returns", at: "/endpoints/streak/cases/1/returns/const")) {
            Endpoint("streak") { _, session in
                try await API.$session.withValue(session) { try await API.shared.streak() }
            }
        } twin: {
            Endpoint("streak") { _, session in
                try await API.$session.withValue(session) { try await API.shared.streak(otherwise: 0) }
            }
        }
    }
}
