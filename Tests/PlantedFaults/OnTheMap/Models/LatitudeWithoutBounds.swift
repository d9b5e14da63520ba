import Testing

@testable import ExampleClients

@Test("a place may be beyond the poles") func latitudeWithoutBounds() async {
    await expect(
        ["model.false-accept": ["schema/properties/latitude/minimum", "schema/properties/latitude/maximum"]],
        of: .model("on-the-map/StudentLocation") { record in
            [
                "coordinate": (
                    latitude: try record["latitude"].number(), longitude: try record["longitude"].number(in: -180...180)
                )
            ]
        })
}
