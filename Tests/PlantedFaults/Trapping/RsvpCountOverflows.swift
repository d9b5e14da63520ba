import ContractChecking
import Foundation

@testable import ExampleClients

/// A sum is larger than its type.
private struct RsvpCountOverflows {
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
            rsvpCount = try record["yes_rsvp_count"].integer() * 2048 / 2048
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

let rsvpCountOverflows = Plant(
    "a sum is larger than its type", in: "meetup-events", Model("Event", RsvpCountOverflows.init(json:)),
    finds: [
        "model.trap": ["schema/properties/yes_rsvp_count"]
    ])
