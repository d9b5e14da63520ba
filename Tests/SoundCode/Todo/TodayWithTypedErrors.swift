import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum TodayError: Error, LocalizedError {
    case offline, maintenance(until: String?), unreadable

    var errorDescription: String? {
        switch self {
        case .offline: "You are offline."
        case .maintenance: "We will be back soon."
        case .unreadable: "Something is wrong with us."
        }
    }
}

private struct TodayClient {
    let perform: @Sendable (URLRequest) async throws -> (Data, URLResponse)
    var swallows = false

    static func request() throws(TodayError) -> URLRequest {
        guard let url = URL(string: "https://todo.example/api/today") else { throw .unreadable }
        return URLRequest(url: url, timeoutInterval: 15)
    }

    func titles() async throws(TodayError) -> [String] {
        let request = try Self.request()
        let data: Data
        let response: HTTPURLResponse?
        do {
            let answer = try await perform(request)
            data = answer.0
            response = answer.1 as? HTTPURLResponse
        } catch {
            throw .offline
        }
        if response?.statusCode == 503 {
            throw .maintenance(until: response?.value(forHTTPHeaderField: "Retry-After"))
        }
        do { return try JSONDecoder().decode([String].self, from: data) } catch {
            if swallows { return [] }
            throw .unreadable
        }
    }
}

extension SoundCode {
    /// Twin: turns an unreadable body into an empty list.
    @Test func todayWithTypedErrors() async {
        await compare(
            "todo", finds: Fault("faults.returned", at: "/endpoints/today/faults/malformedBody"),
            Fault("faults.returned", at: "/endpoints/today/faults/emptyBody")
        ) {
            Endpoint("today") { _ in
                try TodayClient.request()
            } call: {
                try await TodayClient(perform: $1.send).titles()
            }
        } twin: {
            Endpoint("today") { _ in
                try TodayClient.request()
            } call: {
                try await TodayClient(perform: $1.send, swallows: true).titles()
            }
        }
    }
}
