import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct BankAccount: Decodable {
    let id: UUID
    let holderName: String
    let openedOn: String
    let isJoint: Bool
    let statementUrl: URL?
}

private enum BankError: Error {
    case unauthorized
    case http(Int)
}

private struct BankClient {
    let token: String
    let load: @Sendable (URLRequest) async throws -> (Data, URLResponse)
    var looksAtStatus = true

    func accounts() async throws -> [BankAccount] { try await send(Self.accounts(token: token)) }

    static func accounts(token: String) throws -> URLRequest {
        guard let url = URL(string: "https://api.bank.example/v1/accounts") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    private func send<Response: Decodable>(_ request: URLRequest) async throws -> Response {
        let (data, response) = try await load(request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        if looksAtStatus {
            switch http.statusCode {
            case 200..<300: break
            case 401: throw BankError.unauthorized
            default: throw BankError.http(http.statusCode)
            }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Response.self, from: data)
    }
}

@Sendable private func snakeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
}

extension SoundCode {
    /// Twin: decodes every response, even an error.
    @Test func accountsByGenericSend() async {
        await compare(
            "bank", finds: Fault("client.wrong-error", at: "/endpoints/accounts/cases/1/throws"),
            Fault("faults.wrong-error", at: "/endpoints/accounts/faults/status:503")
        ) {
            Model("Account", decoding: BankAccount.self, decoder: snakeDecoder)
            Endpoint("accounts") {
                try BankClient.accounts(token: $0["token"])
            } call: {
                try await BankClient(token: $0["token"], load: $1.send).accounts()
            }
        } twin: {
            Model("Account", decoding: BankAccount.self, decoder: snakeDecoder)
            Endpoint("accounts") {
                try BankClient.accounts(token: $0["token"])
            } call: {
                try await BankClient(token: $0["token"], load: $1.send, looksAtStatus: false).accounts()
            }
        }
    }
}
