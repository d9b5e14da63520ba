import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The problem details of an error response (RFC 9457).
private struct Problem: Error, Decodable, LocalizedError {
    let title: String
    let attemptsLeft: Int?

    var errorDescription: String? { title }

    enum CodingKeys: String, CodingKey {
        case title
        case attemptsLeft = "attempts_left"
    }
}

private final class ConfirmationService: Sendable {
    private let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    private let mediaType: String

    init(_ send: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse), problemsAs mediaType: String)
    {
        self.send = send
        self.mediaType = mediaType
    }

    static func request(code: String) throws -> URLRequest {
        guard let url = URL(string: "https://api.bank.example/v1/confirmations") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.allHTTPHeaderFields = ["Content-Type": "application/json"]
        request.httpBody = try JSONSerialization.data(withJSONObject: ["code": code])
        return request
    }

    func confirm(code: String) async throws {
        let (data, response) = try await send(Self.request(code: code))
        guard response.statusCode >= 400 else { return }
        guard response.value(forHTTPHeaderField: "Content-Type") == mediaType else {
            throw Problem(title: "Something went wrong.", attemptsLeft: nil)
        }
        throw try JSONDecoder().decode(Problem.self, from: data)
    }
}

extension SoundCode {
    /// Twin: expects problem details under the plain JSON media type.
    @Test func confirmWithProblem() async {
        await compare(
            "bank",
            finds: Fault(
                "client.wrong-error", at: "/endpoints/confirm/cases/1/throws/payload/properties/attemptsLeft/const"),
            Fault("client.message", at: "/endpoints/confirm/cases/1/message")
        ) {
            Endpoint("confirm") {
                try ConfirmationService.request(code: $0["code"])
            } call: {
                try await ConfirmationService($1.send, problemsAs: "application/problem+json").confirm(code: $0["code"])
            }
        } twin: {
            Endpoint("confirm") {
                try ConfirmationService.request(code: $0["code"])
            } call: {
                try await ConfirmationService($1.send, problemsAs: "application/json").confirm(code: $0["code"])
            }
        }
    }
}
