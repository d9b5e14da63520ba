import Testing

@testable import ExampleClients

@Test("latitude and longitude are swapped") func coordinateSwapped() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            return ["coordinate": (latitude: place.longitude, longitude: place.latitude)]
        })
}
