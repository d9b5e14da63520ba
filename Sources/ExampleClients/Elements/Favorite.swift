/// An element that somebody marked as a favourite.
public struct Favorite: Sendable, Hashable, Decodable {
    /// The identifier, which is text although it looks like a number.
    public let id: String
    /// Who marked it.
    public let favoritedBy: String
    /// The name of the element.
    public let elementName: String
    /// The symbol of the element.
    public let elementSymbol: String

    /// Reads a JSON object; `nil` where a member is missing or no string.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].string()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}
