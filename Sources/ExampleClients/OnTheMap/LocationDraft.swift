/// A location as a student enters it.
public struct LocationDraft: Sendable, Hashable, Encodable {
    /// The key of the student's account.
    public var uniqueKey: String
    /// The student's given name.
    public var firstName: String
    /// The student's family name.
    public var lastName: String
    /// The place in words; not empty.
    public var mapString: String
    /// The link the student shares; not empty.
    public var mediaURL: String
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Makes a draft; the requests that send it check it.
    public init(
        uniqueKey: String, firstName: String, lastName: String, mapString: String, mediaURL: String, latitude: Double,
        longitude: Double
    ) {
        self.uniqueKey = uniqueKey
        self.firstName = firstName
        self.lastName = lastName
        self.mapString = mapString
        self.mediaURL = mediaURL
        self.latitude = latitude
        self.longitude = longitude
    }
}
