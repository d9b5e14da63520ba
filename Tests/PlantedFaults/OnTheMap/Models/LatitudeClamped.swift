import Testing

@testable import ExampleClients

@Test("a place beyond the pole is at the pole") func latitudeClamped() async {
    await expect(
        ["model.false-accept": ["schema/properties/latitude/minimum", "schema/properties/latitude/maximum"]],
        of: .model("on-the-map/StudentLocation") { record in
            [
                "coordinate": (
                    latitude: min(max(try record["latitude"].number(), -90), 90),
                    longitude: try record["longitude"].number(in: -180...180)
                )
            ]
        })
}
