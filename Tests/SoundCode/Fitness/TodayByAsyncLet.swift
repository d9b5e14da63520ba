import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Today: Sendable {
    let steps: Int
    let minutesAsleep: Int
}

private struct TodayClient: Sendable {
    struct Value: Decodable { let value: Int }

    let session: URLSession

    private func value(_ name: String) async throws -> Int {
        guard let url = URL(string: "https://fitness.example/v1/today/\(name)") else { throw URLError(.badURL) }
        return try JSONDecoder().decode(Value.self, from: try await session.data(from: url).0).value
    }

    func today() async throws -> Today {
        async let steps = value("steps")
        async let sleep = value("sleep")
        return try await Today(steps: steps, minutesAsleep: sleep)
    }

    /// Twin: swaps the two values.
    func mixedUp() async throws -> Today {
        async let steps = value("steps")
        async let sleep = value("sleep")
        return try await Today(steps: sleep, minutesAsleep: steps)
    }
}

extension SoundCode {
    @Test func todayByAsyncLet() async {
        await compare("fitness", finds: Fault("client.returns", at: "/endpoints/today/cases/0/returns/const")) {
            Endpoint("today") { _, session in try await TodayClient(session: session).today() }
        } twin: {
            Endpoint("today") { _, session in try await TodayClient(session: session).mixedUp() }
        }
    }
}
