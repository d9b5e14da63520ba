import ContractChecking
import Foundation

@testable import ExampleClients

/// A link that is no address is dropped.
private struct MediaURLIsAddress {
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
            let link = try record["mediaURL"].ifPresent?.string()
            mediaURL = link.flatMap { URL(string: $0) }?.absoluteString
            coordinate = try Coordinate(record, latitude: "latitude", longitude: "longitude")
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let mediaURLIsAddress = Plant(
    "a link that is no address is dropped", in: "on-the-map", Model("StudentLocation", MediaURLIsAddress.init(json:)),
    finds: [
        "model.wrong-value": ["properties/mediaURL"]
    ])
