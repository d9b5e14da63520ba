import ContractChecking
import Foundation
import Testing

private struct Price: Decodable {
    enum Currency: String, Decodable { case NOK, EUR }
    enum CodingKeys: CodingKey { case minor, currency }

    let amount: Decimal
    let currency: Currency

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        amount = Decimal(try container.decode(Int.self, forKey: .minor)) / 100
        currency = try container.decode(Currency.self, forKey: .currency)
    }
}

/// Twin: converts the amount through Float.
private struct RoundPrice: Decodable {
    let amount: Decimal
    let currency: Price.Currency

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Price.CodingKeys.self)
        amount = Decimal(Double(Float(try container.decode(Int.self, forKey: .minor)) / 100))
        currency = try container.decode(Price.Currency.self, forKey: .currency)
    }
}

extension SoundCode {
    @Test func priceInDecimal() async {
        let hundredths = Conversion("hundredths") { json in json.intValue.map { Decimal($0) / 100 } }
        await compare("tickets", finds: Fault("model.wrong-value", at: "/models/Price/properties/amount")) {
            Model("Price", decoding: Price.self)
            hundredths
        } twin: {
            Model("Price", decoding: RoundPrice.self)
            hundredths
        }
    }
}
