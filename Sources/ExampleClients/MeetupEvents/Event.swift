import Foundation

/// An event, with what an app shows of its venue and its group.
package struct Event: Sendable, Hashable {
    /// The time when the event was announced.
    package let eventCreated: Date
    /// The identifier: digits, or letters where the event recurs.
    package let eventId: String
    /// The number of people who said that they will come.
    package let rsvpCount: Int
    package let eventName: String
    /// The day of the event where it takes place, as `2018-05-21`.
    package let localDate: String
    /// The identifier of the venue; an event need not have a venue.
    package let venueId: Int?
    package let venueName: String?
    /// The venue's place; a venue whose place was never entered is at 0, 0.
    package let coordinate: Coordinate?
    /// The time when the group was founded.
    package let groupCreated: Date
    package let groupId: Int
    package let groupName: String
    /// The group's part of the addresses of its pages.
    package let groupURLName: String
    /// The identifier of the group's photo; a group need not have a photo.
    package let photoId: Int?
    /// The URL of the group's photo in its highest resolution.
    package let highResLink: URL?

    /// Reads a JSON object; `nil` where a member is missing that every event has, or a member is of another type.
    package init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
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
        } catch {
            return nil
        }
    }
}
