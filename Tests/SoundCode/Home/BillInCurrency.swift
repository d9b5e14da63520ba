import ContractChecking
import Foundation
import Testing

/// An amount with its currency and country as Foundation types.
private struct Bill: Decodable {
    let amount: Decimal
    let currency: Locale.Currency
    let country: Locale.Region?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        amount = try container.decode(Decimal.self, forKey: .amount)
        currency = Locale.Currency(try container.decode(String.self, forKey: .currency))
        country = try container.decodeIfPresent(String.self, forKey: .country).map { Locale.Region($0) }
    }

    enum CodingKeys: CodingKey { case amount, currency, country }
}

/// Twin: uses the currency of the country.
private struct LocalBill: Decodable {
    let amount: Decimal
    let currency: Locale.Currency
    let country: Locale.Region?

    init(from decoder: any Decoder) throws {
        let bill = try Bill(from: decoder)
        (amount, country) = (bill.amount, bill.country)
        currency = country == "DE" ? "EUR" : "NOK"
    }
}

extension SoundCode {
    @Test func billInCurrency() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Bill/schema/properties/currency")) {
            Model("Bill", decoding: Bill.self)
        } twin: {
            Model("Bill", decoding: LocalBill.self)
        }
    }
}
