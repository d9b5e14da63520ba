import ContractChecking

@testable import ExampleClients

/// A place may be beyond the poles.
private struct LatitudeWithoutBounds {
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
                latitude: try record["latitude"].number(), longitude: try record["longitude"].number(in: -180...180))
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let latitudeWithoutBounds = Plant(
    "a place may be beyond the poles", in: "on-the-map", Model("StudentLocation", LatitudeWithoutBounds.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/latitude/minimum", "schema/properties/latitude/maximum"]
    ])
