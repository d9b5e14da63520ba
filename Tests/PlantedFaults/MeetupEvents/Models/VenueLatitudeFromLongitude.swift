import ContractChecking
import Foundation

@testable import ExampleClients

/// The longitude is read twice.
private struct VenueLatitudeFromLongitude {
    let eventCreated: Date
    let eventId: String
    let rsvpCount: Int
    let eventName: String
    let localDate: String
    let venueId: Int?
    let venueName: String?
    let coordinate: Place?
    let groupCreated: Date
    let groupId: Int
    let groupName: String
    let groupURLName: String
    let photoId: Int?
    let highResLink: URL?

    struct Place {
        let latitude: Double
        let longitude: Double
    }

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
                let longitude = try venue["lon"].number(in: -180...180)
                return Place(latitude: longitude, longitude: longitude)
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

let venueLatitudeFromLongitude = Plant(
    "the longitude is read twice", in: "meetup-events", Model("Event", VenueLatitudeFromLongitude.init(json:)),
    finds: [
        "model.wrong-value": ["properties/coordinate.latitude"],
        "model.false-accept": [
            "schema/properties/venue/required", "schema/properties/venue/properties/lat/type",
            "schema/properties/venue/properties/lat/minimum", "schema/properties/venue/properties/lat/maximum",
        ],
    ])
