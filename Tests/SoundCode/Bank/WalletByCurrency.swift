import ContractChecking
import Foundation
import Testing

private enum Currency: String, Codable, CodingKeyRepresentable {
    case EUR, NOK, USD
}

private struct Wallet: Codable {
    let owner: String
    let balances: [Currency: Decimal]
}

/// Twin: lacks `CodingKeyRepresentable`, so the dictionary is coded as an array of alternating keys and values.
private struct ArrayWallet: Codable {
    enum Currency: String, Codable {
        case EUR, NOK, USD
    }

    let owner: String
    let balances: [Currency: Decimal]
}

extension SoundCode {
    @Test func walletByCurrency() async {
        await compare(
            "bank", finds: Fault("model.false-reject", at: "/models/Wallet/schema/properties/balances"),
            Fault("model.false-accept", at: "/models/Wallet/schema/properties/balances/type")
        ) {
            Model("Wallet", decoding: Wallet.self)
        } twin: {
            Model("Wallet", decoding: ArrayWallet.self)
        }
    }
}
