import ContractChecking
import Foundation

@testable import ExampleClients

/// A group without a name has the name of its pages.
private struct GroupNameMissing {
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
            coordinate = try venue.map { venue throws(JSONMismatch) in
                try Coordinate(venue, latitude: "lat", longitude: "lon")
            }
            let group = try record["group"].record()
            groupCreated = try group["created"].epochMilliseconds()
            groupId = try group["id"].integer()
            groupName = try group["name"].ifPresent?.string() ?? group["urlname"].string()
            groupURLName = try group["urlname"].string()
            let photo = try group["photo"].ifPresent?.record()
            photoId = try photo?["id"].integer()
            highResLink = try photo?["highres_link"].ifPresent?.webAddress()
        } catch {
            return nil
        }
    }
}

let groupNameMissing = Plant(
    "a group without a name has the name of its pages", in: "meetup-events",
    Model("Event", GroupNameMissing.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/group/required", "schema/properties/group/properties/name/type"]
    ])
