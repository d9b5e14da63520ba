import ContractChecking

@testable import ExampleClients

/// A place is converted to another unit.
private struct CoordinateInRadians {
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
            coordinate = Place(latitude: place.latitude * .pi / 180, longitude: place.longitude * .pi / 180)
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let coordinateInRadians = Plant(
    "a place is converted to another unit", in: "on-the-map", Model("StudentLocation", CoordinateInRadians.init(json:)),
    finds: [
        "model.wrong-value": ["properties/coordinate.latitude", "properties/coordinate.longitude"]
    ])
