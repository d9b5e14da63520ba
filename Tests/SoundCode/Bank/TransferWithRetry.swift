import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Receipt: Decodable {
    let transferID: String

    enum CodingKeys: String, CodingKey { case transferID = "transfer_id" }
}

/// Retries once if the bank is busy. The idempotency key ensures a single payment.
private struct RetryingBank {
    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    var keepsBody = true

    func transfer(amount: String) async throws -> String {
        guard let url = URL(string: "https://api.bank.example/v1/transfers") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("0e9f5a7c-1d2b-4c3d-8e4f-5a6b7c8d9e0f", forHTTPHeaderField: "Idempotency-Key")
        request.httpBody = try JSONEncoder().encode([
            "from": "6f1c2a1e-5b0d-4a52-9d0e-2f7c5b1c9a10", "to": "NO93 8601", "amount": amount,
            "execute_on": "2026-12-01",
        ])
        for _ in 0..<2 {
            let (data, response) = try await send(request)
            if response.statusCode == 201 { return try JSONDecoder().decode(Receipt.self, from: data).transferID }
            guard response.statusCode == 503 else { break }
            if !keepsBody { request.httpBody = nil }
        }
        throw URLError(.badServerResponse)
    }
}

extension SoundCode {
    /// Twin: retries without the body, as after a consumed stream.
    @Test func transferWithRetry() async {
        await compare("bank", finds: Fault("replay.no-match", at: "/endpoints/transferAgain/cases/0")) {
            Endpoint("transferAgain") { try await RetryingBank(send: $1.send).transfer(amount: $0["amount"]) }
        } twin: {
            Endpoint("transferAgain") {
                try await RetryingBank(send: $1.send, keepsBody: false).transfer(amount: $0["amount"])
            }
        }
    }
}
