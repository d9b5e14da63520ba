import ContractChecking
import Foundation

@testable import ExampleClients

/// Blanks around a name are lost.
private struct FirstNameTrimmed {
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
            firstName = try record["firstName"].ifPresent?.string().trimmingCharacters(in: .whitespaces)
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

let firstNameTrimmed = Plant(
    "blanks around a name are lost", in: "on-the-map", Model("StudentLocation", FirstNameTrimmed.init(json:)),
    finds: [
        "model.wrong-value": ["properties/firstName"]
    ])
