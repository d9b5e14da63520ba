import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes to a card: `nil` keeps a member, `.some(nil)` removes it.
private struct CardPatch: Encodable {
    var nickname: String??
    var limit: Int??

    private enum CodingKeys: CodingKey { case nickname, limit }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let nickname { try container.encode(nickname, forKey: .nickname) }
        if let limit { try container.encode(limit, forKey: .limit) }
    }
}

/// Twin: uses the synthesized encoding, which omits both.
private struct PlainPatch: Encodable {
    var nickname: String?
    var limit: Int?
}

private func rename(_ card: String, _ patch: some Encodable) throws -> URLRequest {
    guard let url = URL(string: "https://api.bank.example/v1/cards/\(card)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "PATCH"
    request.setValue("application/merge-patch+json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(patch)
    return request
}

extension SoundCode {
    @Test func renameByMergePatch() async {
        await compare("bank", finds: Fault("request.body", at: "/endpoints/rename/request/body/nickname")) {
            Endpoint("rename") { arguments in
                var patch = CardPatch()
                if arguments.has("nickname") { patch.nickname = .some(try arguments["nickname"]) }
                if arguments.has("limit") { patch.limit = .some(try arguments["limit"]) }
                return try rename(try arguments["card"], patch)
            }
        } twin: {
            Endpoint("rename") { arguments in
                try rename(
                    try arguments["card"],
                    PlainPatch(nickname: try arguments["nickname"], limit: try arguments["limit"]))
            }
        }
    }
}
