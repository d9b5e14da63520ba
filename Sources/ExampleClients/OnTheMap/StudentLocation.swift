import Foundation

/// The location of a student, with a link to share.
///
/// Recorded locations may lack any member. A map needs an identifier and a coordinate, so only those are required. All
/// strings are raw user input, and a link need not be a URL.
package struct StudentLocation: JSONReadable, Sendable, Hashable {
    package let objectID: String
    package let uniqueKey: UniqueKey?
    package let firstName: String?
    package let lastName: String?
    package let mapString: String?
    package let mediaURL: String?
    package let coordinate: Coordinate
    /// The creation time in RFC 3339 format.
    package let createdAt: String?
    /// The time of the last change in RFC 3339 format.
    package let updatedAt: String?

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        objectID = try record["objectId"].nonEmptyString()
        uniqueKey = try record["uniqueKey"].ifPresent.map(UniqueKey.init)
        firstName = try record["firstName"].ifPresent?.string()
        lastName = try record["lastName"].ifPresent?.string()
        mapString = try record["mapString"].ifPresent?.string()
        mediaURL = try record["mediaURL"].ifPresent?.string()
        coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
        createdAt = try record["createdAt"].ifPresent?.string()
        updatedAt = try record["updatedAt"].ifPresent?.string()
    }
}

package struct StudentLocations: Sendable, Hashable {
    /// The readable locations, in the service's order.
    package let locations: [StudentLocation]
    /// The number of records that lack required members.
    package let unreadable: Int

    init(_ records: [Any]) {
        locations = records.compactMap { ($0 as? [String: Any]).flatMap(StudentLocation.init) }
        unreadable = records.count - locations.count
    }
}

package struct LocationDraft: Sendable, Hashable, Encodable {
    package var uniqueKey: String
    package var firstName: String
    package var lastName: String
    /// The description of the place, not empty.
    package var mapString: String
    /// The link, not empty.
    package var mediaURL: String
    /// Degrees north of the equator, -90 to 90.
    package var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package var longitude: Double

    /// Creates a draft without validation. The requests that send it validate it.
    package init(
        uniqueKey: String, firstName: String, lastName: String, mapString: String, mediaURL: String, latitude: Double,
        longitude: Double
    ) {
        (self.uniqueKey, self.firstName, self.lastName, self.mapString) = (uniqueKey, firstName, lastName, mapString)
        (self.mediaURL, self.latitude, self.longitude) = (mediaURL, latitude, longitude)
    }
}

package struct PostedLocation: JSONReadable, Sendable, Hashable {
    /// The identifier, which is needed to change the location.
    package let objectID: String
    /// The creation time in RFC 3339 format.
    package let createdAt: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        objectID = try record["objectId"].nonEmptyString()
        createdAt = try record["createdAt"].string()
    }
}

package struct ChangedLocation: JSONReadable, Sendable, Hashable {
    /// The time of the change in RFC 3339 format.
    package let updatedAt: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        updatedAt = try record["updatedAt"].string()
    }
}

package enum PinError: LocalizedError, Sendable, Hashable {
    /// The place or link is empty.
    case empty
    case placeNotFound
    case invalidRequest
    case notAuthorized
    case invalidJson
    /// The service responded but failed.
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
