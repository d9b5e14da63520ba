/// A member of the United States Congress, as `whoismyrepresentative.com` tells of one.
public struct Representative: Sendable, Hashable {
    /// The full name.
    public let name: String
    /// "Republican" or "Democrat"; older records say "R" or "D".
    public let party: String
    /// The two-letter code of the state.
    public let state: String
    /// The number of the district, as text; empty for a senator.
    public let district: String
    /// The telephone number, in whatever form the service has it.
    public let phone: String
    /// The street address of the office.
    public let office: String
    /// The address of the member's own pages.
    public let link: String

    /// Reads a JSON object; `nil` where a member is missing or no string.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}
