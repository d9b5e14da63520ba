/// A session that was closed.
public struct EndedSession: Sendable, Hashable {
    /// The identifier of the session.
    public let id: String
    /// When it ended, in the form of RFC 3339.
    public let expiration: String

    /// Reads a JSON object; `nil` where a member is missing or of another type, or the identifier empty.
    public init?(json: [String: Any]) {
        do {
            let session = try JSONRecord(json)["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}
