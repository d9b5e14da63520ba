import ContractChecking

@testable import ExampleClients

/// A type of maps takes no place beyond the earth.
private struct PlaceOnEarthOnly {
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

        init(latitude: Double, longitude: Double) {
            precondition((-90...90).contains(latitude) && (-180...180).contains(longitude))
            self.latitude = latitude
            self.longitude = longitude
        }
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
            coordinate = Place(latitude: try record["latitude"].number(), longitude: try record["longitude"].number())
            createdAt = try record["createdAt"].ifPresent?.string()
            updatedAt = try record["updatedAt"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let placeOnEarthOnly = Plant(
    "a type of maps takes no place beyond the earth", in: "on-the-map",
    Model("StudentLocation", PlaceOnEarthOnly.init(json:)),
    finds: [
        "model.trap": ["schema/properties/latitude", "schema/properties/longitude"]
    ])
