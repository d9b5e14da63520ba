import Testing

@testable import ExampleClients

@Test("a venue that cannot be read is silently dropped") func badVenueDropped() async {
    await expect(
        ["model.false-accept": ["schema/properties/venue/type"]],
        of: .model("meetup-events/Event", ignoring: ["/venue"]) { record in
            let venue = try? record["venue"].ifPresent?.record()
            return [
                "venueId": try venue?["id"].integer(), "venueName": try venue?["name"].string(),
                "coordinate": try venue.map { venue throws(JSONMismatch) in
                    try Coordinate(venue, latitude: "lat", longitude: "lon")
                },
            ]
        })
}
