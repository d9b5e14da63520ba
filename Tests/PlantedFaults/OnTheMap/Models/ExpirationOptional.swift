import ContractChecking

@testable import ExampleClients

/// A session that never ends passes.
private struct ExpirationOptional {
    let accountKey: String
    let isRegistered: Bool
    let id: String
    let expiration: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try account["registered"].boolean()
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let expirationOptional = Plant(
    "a session that never ends passes", in: "on-the-map", Model("Session", ExpirationOptional.init(json:)),
    finds: [
        "model.false-accept": [
            "schema/properties/session/required", "schema/properties/session/properties/expiration/type",
        ]
    ])
