import Foundation
import Testing

@testable import ExampleClients

@Test("a sum is larger than its type", .isolated) func rsvpCountOverflows() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/yes_rsvp_count"]],
        of: .model("meetup-events/Event") { record in
            ["rsvpCount": try record["yes_rsvp_count"].integer() * 2048 / 2048]
        })
}
