import Testing

@testable import ExampleClients

@Test("a place is converted to another unit") func coordinateInRadians() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            return ["coordinate": (latitude: place.latitude * .pi / 180, longitude: place.longitude * .pi / 180)]
        })
}
