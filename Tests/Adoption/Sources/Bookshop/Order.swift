import Foundation

/// An order that the shop accepted.
public struct Order: Sendable, Hashable, Decodable {
    /// Under which the shop knows it.
    public let id: String
    /// What it costs, in cents.
    public let cents: Int
    /// When the shop took it.
    public let placedAt: Date

    private enum CodingKeys: String, CodingKey { case id, cents = "totalCents", placedAt }

    /// Decodes an order; one without an identifier, with a price below nothing or over a million, or from no time is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try container.decode(Int.self, forKey: .placedAt)
        id = try container.decode(String.self, forKey: .id)
        cents = try container.decode(Int.self, forKey: .cents)
        placedAt = Date(timeIntervalSince1970: Double(seconds))
        guard !id.isEmpty, (0...100_000_000).contains(cents), (0...253_402_300_799).contains(seconds) else {
            throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: "no order"))
        }
    }
}
