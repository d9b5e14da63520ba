import Testing

@testable import ExampleClients

@Test("a place in the south is in the north") func latitudeNorthern() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            return ["coordinate": (latitude: abs(place.latitude), longitude: place.longitude)]
        })
}
