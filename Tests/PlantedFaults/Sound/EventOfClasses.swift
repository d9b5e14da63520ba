import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model with optional storage, filled step by step.
private final class EventOfClasses {
    final class Place {
        var latitude = 0.0
        var longitude = 0.0
    }

    var eventCreated: Date?
    var eventId: String?
    var rsvpCount: Int64?
    var eventName: String?
    var localDate: String?
    var venueId: Int?
    var venueName: String?
    var coordinate: Place?
    var groupCreated: Date?
    var groupId: Int?
    var groupName: String?
    var groupURLName: String?
    var photoId: Int?
    var highResLink: URL?

    static func read(_ json: [String: Any]) -> EventOfClasses? {
        guard let event = Event(json: json) else { return nil }
        let filled = EventOfClasses()
        filled.eventCreated = event.eventCreated
        filled.eventId = event.eventId
        filled.rsvpCount = Int64(event.rsvpCount)
        filled.eventName = event.eventName
        filled.localDate = event.localDate
        filled.venueId = event.venueId
        filled.venueName = event.venueName
        if let coordinate = event.coordinate {
            let place = Place()
            place.latitude = coordinate.latitude
            place.longitude = coordinate.longitude
            filled.coordinate = place
        }
        filled.groupCreated = event.groupCreated
        filled.groupId = event.groupId
        filled.groupName = event.groupName
        filled.groupURLName = event.groupURLName
        filled.photoId = event.photoId
        filled.highResLink = event.highResLink
        return filled
    }
}

@Test("classes whose properties are filled one by one") func eventOfClasses() async {
    await expectNothing(of: .model(Model("Event", EventOfClasses.read), in: "meetup-events"))
}
