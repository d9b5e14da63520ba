/// What the service says of a location that it changed.
public struct ChangedLocation: Sendable, Hashable {
    /// When the record changed, in the form of RFC 3339.
    public let updatedAt: String

    /// Reads a JSON object; `nil` where the member is missing or no string.
    public init?(json: [String: Any]) {
        do {
            updatedAt = try JSONRecord(json)["updatedAt"].string()
        } catch {
            return nil
        }
    }
}
