import ContractChecking
import Foundation

@testable import ExampleClients

/// A date does not fit its type, so every event is refused.
private struct CreatedIn32Bits {
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
            guard let milliseconds = Int32(exactly: try record["created"].integer(in: 0...253_402_300_799_999)) else {
                return nil
            }
            eventCreated = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
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

let createdIn32Bits = Plant(
    "a date does not fit its type, so every event is refused", in: "meetup-events",
    Model("Event", CreatedIn32Bits.init(json:)),
    finds: [
        "model.false-reject": ["schema"]
    ])
