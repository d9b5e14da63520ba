import Testing

@testable import ExampleClients

/// A map coordinate.
private struct Place {
    let latitude: Double
    let longitude: Double

    init(latitude: Double, longitude: Double) {
        precondition((-90...90).contains(latitude) && (-180...180).contains(longitude))
        self.latitude = latitude
        self.longitude = longitude
    }
}

@Test("a type of maps takes no place beyond the earth", .isolated) func placeOnEarthOnly() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/latitude", "schema/properties/longitude"]],
        of: .model("on-the-map/StudentLocation") { record in
            [
                "coordinate": Place(
                    latitude: try record["latitude"].number(), longitude: try record["longitude"].number())
            ]
        })
}
