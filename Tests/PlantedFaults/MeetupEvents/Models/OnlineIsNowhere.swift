import Testing

@testable import ExampleClients

@Test("a venue at 0, 0 has no place") func onlineIsNowhere() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]],
        of: .model("meetup-events/Event") { record in
            guard let venue = try record["venue"].ifPresent?.record() else { return [:] }
            let place = try Coordinate(venue, latitude: "lat", longitude: "lon")
            return place.latitude == 0 && place.longitude == 0 ? ["coordinate": nil] : [:]
        })
}
