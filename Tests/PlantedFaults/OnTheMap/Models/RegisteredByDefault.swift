import ContractChecking

@testable import ExampleClients

/// An account is registered unless it says otherwise.
private struct RegisteredByDefault {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try account["registered"].ifPresent?.boolean() ?? true
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let registeredByDefault = Plant(
    "an account is registered unless it says otherwise", in: "on-the-map",
    Model("Session", RegisteredByDefault.init(json:)),
    finds: [
        "model.false-accept": [
            "schema/properties/account/required", "schema/properties/account/properties/registered/type",
        ]
    ])
