import ContractChecking
import Testing

@testable import ExampleClients

/// A model with a nested coordinate type and its properties in a different order than the contract.
private struct StudentLocationInParts {
    /// A map coordinate.
    struct Place {
        let latitude, longitude: Double
        static let origin = Place(latitude: 0, longitude: 0)
        var isNorthern: Bool { latitude > Place.origin.latitude }
    }

    let coordinate: Place
    let objectID: String
    let uniqueKey: UniqueKey?
    let updatedAt, createdAt, mediaURL, mapString, lastName, firstName: String?

    init?(json: [String: Any]) {
        guard let location = StudentLocation(json: json) else { return nil }
        objectID = location.objectID
        uniqueKey = location.uniqueKey
        (firstName, lastName) = (location.firstName, location.lastName)
        (mapString, mediaURL) = (location.mapString, location.mediaURL)
        (createdAt, updatedAt) = (location.createdAt, location.updatedAt)
        coordinate = Place(latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
    }
}

@Test("a place of its own type, and properties in a different order") func studentLocationInParts() async {
    await expectNothing(of: .model(Model("StudentLocation", StudentLocationInParts.init(json:)), in: "on-the-map"))
}
