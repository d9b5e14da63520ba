import ContractChecking
import Foundation
import Testing

private struct Currency: RawRepresentable, Hashable, Decodable {
    let rawValue: String
}

private struct Tariff: Decodable {
    /// A fixed locale, because number parsing must not depend on the device's settings.
    static let locale = Locale(identifier: "en_US_POSIX")

    let currency: Currency
    let perKilowattHour: Decimal
    let startFee: Decimal?

    enum CodingKeys: String, CodingKey {
        case currency
        case perKilowattHour = "per_kwh"
        case startFee = "start_fee"
    }

    init(from decoder: any Decoder) throws { try self.init(from: decoder, in: Self.locale) }

    init(from decoder: any Decoder, in locale: Locale) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        currency = try container.decode(Currency.self, forKey: .currency)
        func amount(_ text: String, _ key: CodingKeys) throws -> Decimal {
            guard let amount = Decimal(string: text, locale: locale) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: text)
            }
            return amount
        }
        perKilowattHour = try amount(try container.decode(String.self, forKey: .perKilowattHour), .perKilowattHour)
        startFee = try container.decodeIfPresent(String.self, forKey: .startFee).map { try amount($0, .startFee) }
    }
}

/// Twin: turns a missing start fee into zero.
private struct FreeTariff: Decodable {
    let currency: Currency
    let perKilowattHour: Decimal
    let startFee: Decimal

    init(from decoder: any Decoder) throws {
        let tariff = try Tariff(from: decoder)
        (currency, perKilowattHour, startFee) = (tariff.currency, tariff.perKilowattHour, tariff.startFee ?? 0)
    }
}

/// Twin: keeps the rounded fee shown in the list. Every example is already round.
private struct RoundedTariff: Decodable {
    let currency: Currency
    let perKilowattHour: Decimal
    let startFee: Decimal?

    init(from decoder: any Decoder) throws {
        let tariff = try Tariff(from: decoder)
        (currency, perKilowattHour) = (tariff.currency, tariff.perKilowattHour)
        startFee = tariff.startFee.map { fee in
            var (fee, rounded) = (fee, Decimal())
            NSDecimalRound(&rounded, &fee, 1, .plain)
            return rounded
        }
    }
}

extension SoundCode {
    @Test func tariffToTheTenth() async {
        await compare(
            "charging",
            finds: Fault("model.wrong-value", at: "/models/Tariff/properties/startFee")
        ) {
            Model("Tariff", decoding: Tariff.self)
        } twin: {
            Model("Tariff", decoding: RoundedTariff.self)
        }
    }

    @Test func tariffByLocale() async {
        await compare("charging", finds: Fault("model.wrong-value", at: "/models/Tariff/properties/startFee")) {
            Model("Tariff", decoding: Tariff.self)
        } twin: {
            Model("Tariff", decoding: FreeTariff.self)
        }
    }
}
