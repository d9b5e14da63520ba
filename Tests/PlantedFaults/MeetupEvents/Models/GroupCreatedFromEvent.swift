import ContractChecking
import Foundation

@testable import ExampleClients

/// The group is as old as the event.
private struct GroupCreatedFromEvent {
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
            groupCreated = try record["created"].epochMilliseconds()
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

let groupCreatedFromEvent = Plant(
    "the group is as old as the event", in: "meetup-events", Model("Event", GroupCreatedFromEvent.init(json:)),
    finds: [
        "model.wrong-value": ["properties/groupCreated"],
        "model.false-accept": [
            "schema/properties/group/required", "/$defs/milliseconds/type", "/$defs/milliseconds/minimum",
            "/$defs/milliseconds/maximum",
        ],
    ])
