import ContractChecking

@testable import ExampleClients

/// An empty key passes.
private struct SessionKeyMayBeEmpty {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].string()
            isRegistered = try account["registered"].boolean()
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let sessionKeyMayBeEmpty = Plant(
    "an empty key passes", in: "on-the-map", Model("Session", SessionKeyMayBeEmpty.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/account/properties/key/minLength"]
    ])
