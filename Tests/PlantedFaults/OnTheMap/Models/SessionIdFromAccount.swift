import ContractChecking

@testable import ExampleClients

/// The session has the key of the account.
private struct SessionIdFromAccount {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try account["registered"].boolean()
            let session = try record["session"].record()
            id = try account["key"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let sessionIdFromAccount = Plant(
    "the session has the key of the account", in: "on-the-map", Model("Session", SessionIdFromAccount.init(json:)),
    finds: [
        "model.wrong-value": ["properties/id"],
        "model.false-accept": [
            "schema/properties/session/required", "schema/properties/session/properties/id/type",
            "schema/properties/session/properties/id/minLength",
        ],
    ])
