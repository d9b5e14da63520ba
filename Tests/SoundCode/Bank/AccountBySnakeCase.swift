import ContractChecking
import Foundation
import Testing

private struct Account: Codable {
    let id: UUID
    let holderName: String
    let openedOn: Date
    let isJoint: Bool
    let statementUrl: URL?
}

/// Twin: `convertFromSnakeCase` never produces `statementURL`.
private struct UppercaseAccount: Codable {
    let id: UUID
    let holderName: String
    let openedOn: Date
    let isJoint: Bool
    let statementURL: URL?
}

@Sendable private func bankDecoder() -> JSONDecoder {
    let day = DateFormatter()
    day.locale = Locale(identifier: "en_US_POSIX")
    day.timeZone = TimeZone(secondsFromGMT: 0)
    day.dateFormat = "yyyy-MM-dd"
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .formatted(day)
    return decoder
}

extension SoundCode {
    @Test func accountBySnakeCase() async {
        await compare("bank", finds: Fault("model.wrong-value", at: "/models/Account/schema/properties/statement_url"))
        {
            Model("Account", decoding: Account.self, decoder: bankDecoder)
        } twin: {
            Model("Account", decoding: UppercaseAccount.self, decoder: bankDecoder)
        }
    }
}
