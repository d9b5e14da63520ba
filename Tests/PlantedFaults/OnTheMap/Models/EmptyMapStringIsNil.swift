import ContractChecking

@testable import ExampleClients

/// An empty place is none.
private struct EmptyMapStringIsNil {
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
            let place = try record["mapString"].ifPresent?.string()
            mapString = place?.isEmpty == true ? nil : place
            mediaURL = try record["mediaURL"].ifPresent?.string()
            coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let emptyMapStringIsNil = Plant(
    "an empty place is none", in: "on-the-map", Model("StudentLocation", EmptyMapStringIsNil.init(json:)),
    finds: [
        "model.wrong-value": ["properties/mapString"]
    ])
