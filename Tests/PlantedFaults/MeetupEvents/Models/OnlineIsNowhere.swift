import ContractChecking
import Foundation

@testable import ExampleClients

/// A venue at 0, 0 has no place.
private struct OnlineIsNowhere {
    let eventCreated: Date
    let eventId: String
    let rsvpCount: Int
    let eventName: String
    let localDate: String
    let venueId: Int?
    let venueName: String?
    let coordinate: Coordinate?
    let groupCreated: Date
    let groupId: Int
    let groupName: String
    let groupURLName: String
    let photoId: Int?
    let highResLink: URL?

    init?(json: [String: Any]) {
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
            let place = try venue.map { venue throws(JSONMismatch) in
                try Coordinate(venue, latitude: "lat", longitude: "lon")
            }
            coordinate = place?.latitude == 0 && place?.longitude == 0 ? nil : place
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

let onlineIsNowhere = Plant(
    "a venue at 0, 0 has no place", in: "meetup-events", Model("Event", OnlineIsNowhere.init(json:)),
    finds: [
        "model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]
    ])
