import ContractChecking

@testable import ExampleClients

/// Two keys are swapped.
private struct PostedLocationSwapped {
    let objectID: String
    let createdAt: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            objectID = try record["createdAt"].nonEmptyString()
            createdAt = try record["objectId"].string()
        } catch {
            return nil
        }
    }
}

let postedLocationSwapped = Plant(
    "two keys are swapped", in: "on-the-map", Model("PostedLocation", PostedLocationSwapped.init(json:)),
    finds: [
        "model.wrong-value": ["properties/objectID", "properties/createdAt"],
        "model.false-accept": ["schema/properties/objectId/minLength"],
        "model.false-reject": ["schema/properties/createdAt"],
    ])
