import Foundation

/// A card of the major arcana.
public struct TarotCard: Sendable, Hashable {
    /// The name of the card.
    public let title: String
    /// Where its picture is.
    public let imageAddress: URL
    /// What it stands for.
    public let description: String

    /// Reads a JSON object; `nil` where a member is missing or no string, or the image no http or https address.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}
