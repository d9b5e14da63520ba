import Foundation

/// The location of a student, with a link the student wants to share.
///
/// Recorded locations lack nearly any member. A map needs an identifier and a coordinate, so only those are required.
/// All texts are as students typed them, and a link need be no URL.
package struct StudentLocation: Sendable, Hashable {
    package let objectID: String
    package let uniqueKey: UniqueKey?
    package let firstName: String?
    package let lastName: String?
    package let mapString: String?
    package let mediaURL: String?
    package let coordinate: Coordinate
    /// The time when the record was made, in the form of RFC 3339.
    package let createdAt: String?
    /// The time when the record last changed, in the form of RFC 3339.
    package let updatedAt: String?

    /// Reads a JSON object; `nil` where the identifier is missing or empty, the coordinate missing or not on the earth, or
    /// another member present and of a wrong type.
    package init?(json: [String: Any]) {
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

package struct StudentLocations: Sendable, Hashable {
    /// Those that can be put on a map, in the order of the service.
    package let locations: [StudentLocation]
    /// The number of records that lack required members; they are left out.
    package let unreadable: Int

    /// Reads the records of a page.
    init(_ records: [Any]) {
        locations = records.compactMap { ($0 as? [String: Any]).flatMap(StudentLocation.init) }
        unreadable = records.count - locations.count
    }
}

package struct LocationDraft: Sendable, Hashable, Encodable {
    package var uniqueKey: String
    package var firstName: String
    package var lastName: String
    /// The place in words; not empty.
    package var mapString: String
    /// The link the student shares; not empty.
    package var mediaURL: String
    /// Degrees north of the equator, -90 to 90.
    package var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package var longitude: Double

    /// Makes a draft; the requests that send it check it.
    package init(
        uniqueKey: String, firstName: String, lastName: String, mapString: String, mediaURL: String, latitude: Double,
        longitude: Double
    ) {
        (self.uniqueKey, self.firstName, self.lastName, self.mapString) = (uniqueKey, firstName, lastName, mapString)
        (self.mediaURL, self.latitude, self.longitude) = (mediaURL, latitude, longitude)
    }
}

/// The service's answer about a location that it put on the map.
package struct PostedLocation: Sendable, Hashable {
    /// The identifier of the record, with which it can be changed.
    package let objectID: String
    /// The time when the record was made, in the form of RFC 3339.
    package let createdAt: String

    /// Reads a JSON object; `nil` where a member is missing or no string, or the identifier empty.
    package init?(json: [String: Any]) {
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
package struct ChangedLocation: Sendable, Hashable {
    /// The time when the record changed, in the form of RFC 3339.
    package let updatedAt: String

    /// Reads a JSON object; `nil` where the member is missing or no string.
    package init?(json: [String: Any]) {
        do {
            updatedAt = try JSONRecord(json)["updatedAt"].string()
        } catch {
            return nil
        }
    }
}

/// The reason why a call that concerns the locations on the map failed.
package enum PinError: LocalizedError, Sendable, Hashable {
    /// The place, the link or both are empty.
    case empty
    case placeNotFound
    case invalidRequest
    case notAuthorized
    case invalidJson
    /// The service answered, but could not do its work.
    case invalidServer
    case invalidConnection

    package var errorDescription: String? {
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
