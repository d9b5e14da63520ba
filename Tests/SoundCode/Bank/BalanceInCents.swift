import ContractChecking
import Foundation
import Testing

/// An amount decoded from a string and stored as cents.
private struct Balance: Decodable {
    let cents: Int
    let currency: String

    enum CodingKeys: CodingKey { case amount, currency }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let amount = try container.decode(String.self, forKey: .amount)
        guard let cents = Int(amount.replacingOccurrences(of: ".", with: "")) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: container, debugDescription: "no amount")
        }
        self.cents = cents
        currency = try container.decode(String.self, forKey: .currency)
    }
}

/// Twin: converts through Double, which turns 19.99 into 1998 cents.
private struct FloatingBalance: Decodable {
    let cents: Int
    let currency: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Balance.CodingKeys.self)
        guard let amount = Double(try container.decode(String.self, forKey: .amount)) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: container, debugDescription: "no amount")
        }
        guard let cents = Int(exactly: (amount * 100).rounded(.towardZero)) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: container, debugDescription: "too much")
        }
        self.cents = cents
        currency = try container.decode(String.self, forKey: .currency)
    }
}

extension SoundCode {
    @Test func balanceInCents() async {
        let cents = Conversion("cents") { json in
            json.stringValue.flatMap { Int($0.replacingOccurrences(of: ".", with: "")) }
        }
        await compare("bank", finds: Fault("model.wrong-value", at: "/models/Balance/properties/cents")) {
            Model("Balance", decoding: Balance.self)
            cents
        } twin: {
            Model("Balance", decoding: FloatingBalance.self)
            cents
        }
    }
}
