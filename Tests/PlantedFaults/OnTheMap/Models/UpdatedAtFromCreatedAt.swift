import ContractChecking

@testable import ExampleClients

/// The date of the change is that of the creation.
private struct UpdatedAtFromCreatedAt {
    let objectID: String
    let uniqueKey: UniqueKey?
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
            uniqueKey = try record["uniqueKey"].ifPresent.map(UniqueKey.init)
            firstName = try record["firstName"].ifPresent?.string()
            lastName = try record["lastName"].ifPresent?.string()
            mapString = try record["mapString"].ifPresent?.string()
            mediaURL = try record["mediaURL"].ifPresent?.string()
            coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["createdAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let updatedAtFromCreatedAt = Plant(
    "the date of the change is that of the creation", in: "on-the-map",
    Model("StudentLocation", UpdatedAtFromCreatedAt.init(json:)),
    finds: [
        "model.wrong-value": ["properties/updatedAt"],
        "model.false-accept": ["schema/properties/updatedAt/type"],
    ])
