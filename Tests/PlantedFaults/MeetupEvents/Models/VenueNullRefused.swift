import Foundation
import Testing

@testable import ExampleClients

@Test("a venue that is null is refused") func venueNullRefused() async {
    await expect(
        ["model.false-reject": ["schema/properties/venue"]],
        of: .model("meetup-events/Event") { record in
            record.members["venue"] is NSNull ? nil : [:]
        })
}
