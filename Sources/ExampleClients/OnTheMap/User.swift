/// A student, as far as the service tells of one.
public struct User: Sendable, Hashable {
    /// The key of the account.
    public let key: String
    /// The given name.
    public let firstName: String?
    /// The family name.
    public let lastName: String?
    /// The name the student goes by.
    public let nickname: String?

    /// Reads a JSON object; `nil` where the key is missing or empty, or a member of another type.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["first_name"].ifPresent?.string()
            lastName = try record["last_name"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}
