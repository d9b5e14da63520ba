import ContractChecking
import Foundation
import Testing

private struct Envelope<Payload: Decodable>: Decodable {
    struct Meta: Decodable {
        let trace: String
        let cached: Bool?
    }

    let data: Payload
    let meta: Meta
}

@propertyWrapper
private struct Money: Decodable, Hashable {
    let wrappedValue: Decimal

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard
            let amount = Decimal(
                string: try container.decode(String.self), locale: Locale(identifier: "en_US_POSIX"))
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no amount") }
        wrappedValue = amount
    }
}

private struct Offer: Decodable {
    let offerID: String
    @Money var price: Decimal

    enum CodingKeys: String, CodingKey {
        case offerID = "offer_id"
        case price
    }
}

/// Twin: decodes prices as Float, which keeps about six digits.
private struct FloatOffer: Decodable {
    let offerID: String
    let price: Double

    init(from decoder: any Decoder) throws {
        let offer = try Offer(from: decoder)
        offerID = offer.offerID
        price = Double(Float("\(offer.price)") ?? 0)
    }
}

extension SoundCode {
    @Test func quoteInEnvelope() async {
        await compare(
            "trips", finds: Fault("model.wrong-value", at: "/models/Quote/schema/properties/data/properties/price")
        ) {
            Model("Quote", decoding: Envelope<Offer>.self)
        } twin: {
            Model("Quote", decoding: Envelope<FloatOffer>.self)
        }
    }
}
