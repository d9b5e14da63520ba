import Testing

@testable import ExampleClients

@Test("the date line is on the other side") func longitudeWrapped() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.longitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            return [
                "coordinate": (latitude: place.latitude, longitude: place.longitude == 180 ? -180 : place.longitude)
            ]
        })
}
