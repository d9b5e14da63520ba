import Testing

@testable import ExampleClients

@Test("an event without a venue is refused") func venueRequired() async {
    await expect(
        ["model.false-reject": ["schema/properties/venue"]],
        of: .model("meetup-events/Event") { record in
            _ = try record["venue"].record()
            return [:]
        })
}
