import ContractChecking

@testable import ExampleClients

/// The date line is on the other side.
private struct LongitudeWrapped {
    let objectID: String
    let uniqueKey: UniqueKey?
    let firstName: String?
    let lastName: String?
    let mapString: String?
    let mediaURL: String?
    let coordinate: Place
    let createdAt: String?
    let updatedAt: String?

    struct Place {
        let latitude: Double
        let longitude: Double
    }

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            objectID = try record["objectId"].nonEmptyString()
            uniqueKey = try record["uniqueKey"].ifPresent.map(UniqueKey.init)
            firstName = try record["firstName"].ifPresent?.string()
            lastName = try record["lastName"].ifPresent?.string()
            mapString = try record["mapString"].ifPresent?.string()
            mediaURL = try record["mediaURL"].ifPresent?.string()
            let place = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            coordinate = Place(latitude: place.latitude, longitude: place.longitude == 180 ? -180 : place.longitude)
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let longitudeWrapped = Plant(
    "the date line is on the other side", in: "on-the-map", Model("StudentLocation", LongitudeWrapped.init(json:)),
    finds: [
        "model.wrong-value": ["properties/coordinate.longitude"]
    ])
