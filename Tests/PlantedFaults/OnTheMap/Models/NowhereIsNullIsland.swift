import Testing

@testable import ExampleClients

@Test("a record without a place is put at 0, 0") func nowhereIsNullIsland() async {
    await expect(
        [
            "model.false-accept": [
                "schema/required", "schema/properties/latitude/type", "schema/properties/longitude/type",
            ]
        ],
        of: .model("on-the-map/StudentLocation") { record in
            [
                "coordinate": (
                    latitude: try record["latitude"].ifPresent?.number(in: -90...90) ?? 0,
                    longitude: try record["longitude"].ifPresent?.number(in: -180...180) ?? 0
                )
            ]
        })
}
