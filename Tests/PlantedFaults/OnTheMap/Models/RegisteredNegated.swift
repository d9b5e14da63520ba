import ContractChecking

@testable import ExampleClients

/// A boolean is turned round.
private struct RegisteredNegated {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try !account["registered"].boolean()
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let registeredNegated = Plant(
    "a boolean is turned round", in: "on-the-map", Model("Session", RegisteredNegated.init(json:)),
    finds: [
        "model.wrong-value": ["properties/isRegistered"]
    ])
