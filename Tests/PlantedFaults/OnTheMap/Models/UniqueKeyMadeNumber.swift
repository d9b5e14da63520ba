import ContractChecking

@testable import ExampleClients

/// A key of digits is turned into a number.
private struct UniqueKeyMadeNumber {
    let objectID: String
    let uniqueKey: Int?
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
            switch try record["uniqueKey"].ifPresent.map(UniqueKey.init) {
            case .text(let text): uniqueKey = Int(text)
            case .number(let number): uniqueKey = number
            case nil: uniqueKey = nil
            }
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

let uniqueKeyMadeNumber = Plant(
    "a key of digits is turned into a number", in: "on-the-map",
    Model("StudentLocation", UniqueKeyMadeNumber.init(json:)),
    finds: [
        "model.wrong-value": ["properties/uniqueKey"]
    ])
