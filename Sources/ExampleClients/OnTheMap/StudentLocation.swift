import Foundation

/// The location of a student, with a link the student wants to share.
///
/// Recorded locations lack nearly any member. A map needs an identifier and a coordinate, so only those are required.
/// All texts are as students typed them, and a link need be no URL.
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
    /// The time when the record was made, in the form of RFC 3339.
    public let createdAt: String?
    /// The time when the record last changed, in the form of RFC 3339.
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

/// A page of locations.
public struct StudentLocations: Sendable, Hashable {
    /// Those that can be put on a map, in the order of the service.
    public let locations: [StudentLocation]
    /// The number of records that lack required members; they are left out.
    public let unreadable: Int

    /// Reads the records of a page.
    init(_ records: [Any]) {
        locations = records.compactMap { ($0 as? [String: Any]).flatMap(StudentLocation.init) }
        unreadable = records.count - locations.count
    }
}

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

/// The service's answer about a location that it put on the map.
public struct PostedLocation: Sendable, Hashable {
    /// The identifier of the record, with which it can be changed.
    public let objectID: String
    /// The time when the record was made, in the form of RFC 3339.
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

/// The service's answer about a location that it changed.
public struct ChangedLocation: Sendable, Hashable {
    /// The time when the record changed, in the form of RFC 3339.
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

/// The reason why a call that concerns the locations on the map failed.
public enum PinError: LocalizedError, Sendable, Hashable {
    /// The place, the link or both are empty.
    case empty
    /// The location is not on the map, or no longer.
    case placeNotFound
    /// The service does not accept the app's request.
    case invalidRequest
    /// The service does not take the app's keys.
    case notAuthorized
    /// The answer cannot be read.
    case invalidJson
    /// The service answered, but could not do its work.
    case invalidServer
    /// No answer came over the network.
    case invalidConnection

    /// The text that a user reads.
    public var errorDescription: String? {
        switch self {
        case .empty: "Empty Location or Link"
        case .placeNotFound: "Location not found"
        case .invalidRequest: "Internal Error"
        case .notAuthorized: "This app may not use the map"
        case .invalidJson: "Unable to read message from server."
        case .invalidServer: "Server offline"
        case .invalidConnection: "Unable to connect to server"
        }
    }
}
