import Foundation
import Testing

@testable import ExampleClients

@Test("a count below zero is refused") func rsvpCountUnsigned() async {
    await expect(
        ["model.false-reject": ["schema/properties/yes_rsvp_count"]],
        of: .model("meetup-events/Event") { record in
            ["rsvpCount": try UInt(record["yes_rsvp_count"].integer(in: 0...9_007_199_254_740_991))]
        })
}
