import ContractChecking
import Testing

private enum PaymentKind: String, Decodable {
    case card, invoice
    case gift = "gift_card"
}

private struct Payment: Decodable {
    let id: String
    let kind: PaymentKind
}

/// Twin: force-unwraps the raw value, which traps for a new kind.
private struct ForcedPayment: Decodable {
    let id: String
    let kind: PaymentKind

    enum CodingKeys: CodingKey { case id, kind }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        // swift-format-ignore: NeverForceUnwrap
        kind = PaymentKind(rawValue: try container.decode(String.self, forKey: .kind))!
    }
}

extension SoundCode {
    @Test func paymentOfUnknownKind() async throws {
        try await compareIsolated("shop", finds: Fault("model.trap", at: "/models/Payment/schema/properties/kind")) {
            Model("Payment", decoding: Payment.self)
        } twin: {
            Model("Payment", decoding: ForcedPayment.self)
        }
    }
}
