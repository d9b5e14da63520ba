import ContractChecking
import Foundation
import Testing

private enum TransactionKind: String, Decodable {
    case card, transfer, other
    case directDebit = "direct_debit"

    init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
}

private struct Transaction: Decodable {
    let id: String
    let kind: TransactionKind
    let bookedAt: Date
    let amount: Decimal
    let memo: String?
}

/// Twin: rejects the whole transaction if its kind is new.
private struct StrictTransaction: Decodable {
    enum Kind: String, Decodable {
        case card, transfer, other
        case directDebit = "direct_debit"
    }

    let id: String
    let kind: Kind
    let bookedAt: Date
    let amount: Decimal
    let memo: String?
}

@Sendable private func decoder() -> JSONDecoder { decoder([.withInternetDateTime, .withFractionalSeconds]) }

private func decoder(_ options: ISO8601DateFormatter.Options) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = options
        guard let date = formatter.date(from: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        return date
    }
    return decoder
}

extension SoundCode {
    @Test func transactionOfOtherKind() async {
        await compare("bank", finds: Fault("model.false-reject", at: "/models/Transaction/schema/properties/kind")) {
            Model("Transaction", decoding: Transaction.self, decoder: decoder)
        } twin: {
            Model("Transaction", decoding: StrictTransaction.self, decoder: decoder)
        }
    }

    /// Twin: uses the default formatter, which rejects fractional seconds.
    @Test func transactionWithMilliseconds() async {
        await compare(
            "bank", finds: Fault("model.false-reject", at: "/models/Transaction/schema/properties/booked_at")
        ) {
            Model("Transaction", decoding: Transaction.self, decoder: decoder)
        } twin: {
            Model("Transaction", decoding: Transaction.self, decoder: { decoder([.withInternetDateTime]) })
        }
    }
}
