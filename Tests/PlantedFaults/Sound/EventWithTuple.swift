import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model with a tuple and a doubly optional property.
private struct EventWithTuple {
    let eventCreated: Date
    let eventId: String
    let rsvpCount: Int
    let eventName: String
    let localDate: String
    let venueId: Int??
    let venueName: String?
    let coordinate: (latitude: Double, longitude: Double)?
    let groupCreated: Date
    let groupId: Int
    let groupName: String
    let groupURLName: String
    let photoId: Int?
    let highResLink: URL?

    init?(json: [String: Any]) {
        guard let event = Event(json: json) else { return nil }
        (eventCreated, eventId, rsvpCount) = (event.eventCreated, event.eventId, event.rsvpCount)
        (eventName, localDate) = (event.eventName, event.localDate)
        (venueId, venueName) = (event.venueId, event.venueName)
        coordinate = event.coordinate.map { ($0.latitude, $0.longitude) }
        (groupCreated, groupId) = (event.groupCreated, event.groupId)
        (groupName, groupURLName) = (event.groupName, event.groupURLName)
        (photoId, highResLink) = (event.photoId, event.highResLink)
    }
}

@Test("a place that is a tuple, and an optional of an optional") func eventWithTuple() async {
    await expectNothing(of: .model(Model("Event", EventWithTuple.init(json:)), in: "meetup-events"))
}
