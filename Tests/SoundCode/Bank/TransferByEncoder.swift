import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request body; a nil member is omitted.
private struct TransferBody: Encodable {
    let from: UUID
    let to: String
    let amount: String
    let executeOn: String
    let note: String?
}

private func transfer(_ body: TransferBody, key: UUID) throws -> URLRequest {
    guard let url = URL(string: "https://api.bank.example/v1/transfers") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(key.uuidString, forHTTPHeaderField: "Idempotency-Key")
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    request.httpBody = try encoder.encode(body)
    return request
}

extension SoundCode {
    /// Twin: sends an empty note instead of none.
    @Test func transferByEncoder() async {
        await compare("bank", finds: Fault("request.body", at: "/endpoints/transfer/request/body/note")) {
            Endpoint("transfer") { arguments in
                let body = TransferBody(
                    from: try arguments["from"], to: try arguments["to"], amount: try arguments["amount"],
                    executeOn: try arguments["on"], note: try arguments["note"])
                return try transfer(body, key: try arguments["key"])
            }
        } twin: {
            Endpoint("transfer") { arguments in
                let note: String? = try arguments["note"]
                let body = TransferBody(
                    from: try arguments["from"], to: try arguments["to"], amount: try arguments["amount"],
                    executeOn: try arguments["on"], note: note ?? "")
                return try transfer(body, key: try arguments["key"])
            }
        }
    }

    /// Twin: sends the amount as a number, so that 0.10 becomes 0.1.
    @Test func transferOfDoubles() async {
        await compare("bank", finds: Fault("request.body", at: "/endpoints/transfer/request/body/amount")) {
            Endpoint("transfer") { arguments in
                let body = TransferBody(
                    from: try arguments["from"], to: try arguments["to"], amount: try arguments["amount"],
                    executeOn: try arguments["on"], note: try arguments["note"])
                return try transfer(body, key: try arguments["key"])
            }
        } twin: {
            Endpoint("transfer") { arguments in
                let amount: String = try arguments["amount"]
                let body = TransferBody(
                    from: try arguments["from"], to: try arguments["to"], amount: "\(Double(amount) ?? 0)",
                    executeOn: try arguments["on"], note: try arguments["note"])
                return try transfer(body, key: try arguments["key"])
            }
        }
    }
}
