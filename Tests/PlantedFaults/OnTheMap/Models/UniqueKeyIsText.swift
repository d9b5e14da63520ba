import ContractChecking

@testable import ExampleClients

/// A key that is a number is refused.
private struct UniqueKeyIsText {
    let objectID: String
    let uniqueKey: String?
    let firstName: String?
    let lastName: String?
    let mapString: String?
    let mediaURL: String?
    let coordinate: Coordinate
    let createdAt: String?
    let updatedAt: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            objectID = try record["objectId"].nonEmptyString()
            uniqueKey = try record["uniqueKey"].ifPresent?.string()
            firstName = try record["firstName"].ifPresent?.string()
            lastName = try record["lastName"].ifPresent?.string()
            mapString = try record["mapString"].ifPresent?.string()
            mediaURL = try record["mediaURL"].ifPresent?.string()
            coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let uniqueKeyIsText = Plant(
    "a key that is a number is refused", in: "on-the-map", Model("StudentLocation", UniqueKeyIsText.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/uniqueKey"]
    ])
