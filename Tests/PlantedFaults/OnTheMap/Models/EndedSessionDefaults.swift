import ContractChecking

@testable import ExampleClients

/// A session without an identifier is closed.
private struct EndedSessionDefaults {
    let id: String
    let expiration: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let session = try record["session"].record()
            id = (session.members["id"] as? String) ?? ""
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

let endedSessionDefaults = Plant(
    "a session without an identifier is closed", in: "on-the-map",
    Model("EndedSession", EndedSessionDefaults.init(json:)),
    finds: [
        "model.false-accept": [
            "schema/properties/session/required", "schema/properties/session/properties/id/type",
            "schema/properties/session/properties/id/minLength",
        ]
    ])
