/// What the service says of a location that it put on the map.
public struct PostedLocation: Sendable, Hashable {
    /// The identifier of the record, with which it can be changed.
    public let objectID: String
    /// When the record was made, in the form of RFC 3339.
    public let createdAt: String

    /// Reads a JSON object; `nil` where a member is missing or no string, or the identifier empty.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            objectID = try record["objectId"].nonEmptyString()
            createdAt = try record["createdAt"].string()
        } catch {
            return nil
        }
    }
}
