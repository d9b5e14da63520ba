import ContractChecking

@testable import ExampleClients

/// A cast takes the number 1 for true.
private struct RegisteredByCast {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            guard let registered = (json["account"] as? [String: Any])?["registered"] as? Bool else { return nil }
            isRegistered = registered
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let registeredByCast = Plant(
    "a cast takes the number 1 for true", in: "on-the-map", Model("Session", RegisteredByCast.init(json:)),
    finds: [
        "model.bridging": ["schema/properties/account/properties/registered/type"]
    ])
