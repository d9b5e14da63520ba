import Testing

@testable import ExampleClients

@Test("the longitude is read twice") func venueLatitudeFromLongitude() async {
    await expect(
        [
            "model.wrong-value": ["properties/coordinate.latitude"],
            "model.false-accept": [
                "schema/properties/venue/required", "schema/properties/venue/properties/lat/type",
                "schema/properties/venue/properties/lat/minimum", "schema/properties/venue/properties/lat/maximum",
            ],
        ],
        of: .model("meetup-events/Event") { record in
            guard let venue = try record["venue"].ifPresent?.record() else { return [:] }
            let longitude = try venue["lon"].number(in: -180...180)
            return ["coordinate": (latitude: longitude, longitude: longitude)]
        })
}
