/// Where a student is, with a link the student wants to share.
///
/// Records in the wild lack nearly any member. One is of use to a map if it has an identifier and a coordinate, so only
/// those are required; all texts are as students typed them, and a link need be no URL.
public struct StudentLocation: Sendable, Hashable {
    /// The identifier of the record.
    public let objectID: String
    /// The key of the student's account.
    public let uniqueKey: UniqueKey?
    /// The student's given name.
    public let firstName: String?
    /// The student's family name.
    public let lastName: String?
    /// The place in words.
    public let mapString: String?
    /// The link the student shares.
    public let mediaURL: String?
    /// The place.
    public let coordinate: Coordinate
    /// When the record was made, in the form of RFC 3339.
    public let createdAt: String?
    /// When the record last changed, in the form of RFC 3339.
    public let updatedAt: String?

    /// Reads a JSON object; `nil` where the identifier is missing or empty, the coordinate missing or not on the earth, or
    /// another member present and of a wrong type.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            objectID = try record["objectId"].nonEmptyString()
            uniqueKey = try record["uniqueKey"].ifPresent.map(UniqueKey.init)
            firstName = try record["firstName"].ifPresent?.string()
            lastName = try record["lastName"].ifPresent?.string()
            mapString = try record["mapString"].ifPresent?.string()
            mediaURL = try record["mediaURL"].ifPresent?.string()
            coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}
