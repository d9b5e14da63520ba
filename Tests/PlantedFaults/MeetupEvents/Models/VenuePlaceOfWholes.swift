import Testing

@testable import ExampleClients

@Test("the fraction of a place is cut off") func venuePlaceOfWholes() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]],
        of: .model("meetup-events/Event") { record in
            guard let venue = try record["venue"].ifPresent?.record() else { return [:] }
            let place = try Coordinate(venue, latitude: "lat", longitude: "lon")
            return ["coordinate": (latitude: place.latitude.rounded(), longitude: place.longitude.rounded())]
        })
}
