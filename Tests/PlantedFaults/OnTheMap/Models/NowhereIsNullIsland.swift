import ContractChecking

@testable import ExampleClients

/// A record without a place is put at 0, 0.
private struct NowhereIsNullIsland {
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
            coordinate = Place(
                latitude: try record["latitude"].ifPresent?.number(in: -90...90) ?? 0,
                longitude: try record["longitude"].ifPresent?.number(in: -180...180) ?? 0)
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let nowhereIsNullIsland = Plant(
    "a record without a place is put at 0, 0", in: "on-the-map",
    Model("StudentLocation", NowhereIsNullIsland.init(json:)),
    finds: [
        "model.false-accept": [
            "schema/required", "schema/properties/latitude/type", "schema/properties/longitude/type",
        ]
    ])
