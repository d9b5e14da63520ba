import Foundation
import Testing

@testable import ExampleClients

@Test("a large count does not fit its type") func rsvpCountIn16Bits() async {
    await expect(
        ["model.false-reject": ["schema/properties/yes_rsvp_count"]],
        of: .model("meetup-events/Event") { record in
            guard let count = Int16(exactly: try record["yes_rsvp_count"].integer()) else { return nil }
            return ["rsvpCount": count]
        })
}
