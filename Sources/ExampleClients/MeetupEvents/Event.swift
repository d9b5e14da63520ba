import Foundation

package struct Event: JSONReadable, Sendable, Hashable {
    package let eventCreated: Date
    /// The identifier: digits, or letters for a recurring event.
    package let eventId: String
    package let rsvpCount: Int
    package let eventName: String
    /// The event's local date, such as `2018-05-21`.
    package let localDate: String
    package let venueId: Int?
    package let venueName: String?
    /// The venue's coordinate, which is 0, 0 if the venue's location was never entered.
    package let coordinate: Coordinate?
    package let groupCreated: Date
    package let groupId: Int
    package let groupName: String
    /// The group's name in URLs.
    package let groupURLName: String
    package let photoId: Int?
    package let highResLink: URL?

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        eventCreated = try record["created"].epochMilliseconds()
        eventId = try record["id"].string()
        rsvpCount = try record["yes_rsvp_count"].integer()
        eventName = try record["name"].string()
        localDate = try record["local_date"].string()

        let venue = try record["venue"].ifPresent?.record()
        venueId = try venue?["id"].integer()
        venueName = try venue?["name"].string()
        coordinate = try venue.map { venue throws(JSONMismatch) in
            try Coordinate(venue, latitude: "lat", longitude: "lon")
        }

        let group = try record["group"].record()
        groupCreated = try group["created"].epochMilliseconds()
        groupId = try group["id"].integer()
        groupName = try group["name"].string()
        groupURLName = try group["urlname"].string()

        let photo = try group["photo"].ifPresent?.record()
        photoId = try photo?["id"].integer()
        highResLink = try photo?["highres_link"].ifPresent?.webAddress()
    }
}
