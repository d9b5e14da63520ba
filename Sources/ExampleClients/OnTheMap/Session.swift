/// A session of a user, as the service tells of it when it opens one.
public struct Session: Sendable, Hashable {
    /// The key of the user's account.
    public let accountKey: String
    /// Whether the account is registered.
    public let isRegistered: Bool
    /// The identifier of the session.
    public let id: String
    /// When the session ends, in the form of RFC 3339.
    public let expiration: String

    /// Reads a JSON object; `nil` where a member is missing or of another type, or an identifier empty.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try account["registered"].boolean()
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}
