import Foundation
import Testing

@testable import ExampleClients

@Test("a number is converted that does not fit its type", .isolated) func rsvpCountConverted() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/yes_rsvp_count"]],
        of: .model("meetup-events/Event") { record in
            ["rsvpCount": Int32(try record["yes_rsvp_count"].integer())]
        })
}
