import ContractChecking

@testable import ExampleClients

/// The identifier is looked for at the top.
private struct SessionFlat {
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
            id = try record["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let sessionFlat = Plant(
    "the identifier is looked for at the top", in: "on-the-map", Model("Session", SessionFlat.init(json:)),
    finds: [
        "model.false-reject": ["schema"]
    ])
