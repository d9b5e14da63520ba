import Testing

@testable import ExampleClients

@Test("a latitude is rounded to two places") func latitudeRounded() async {
    await expect(
        ["model.wrong-value": ["properties/coordinate.latitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            return ["coordinate": (latitude: (place.latitude * 100).rounded() / 100, longitude: place.longitude)]
        })
}
