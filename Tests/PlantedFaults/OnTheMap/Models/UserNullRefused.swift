import ContractChecking

@testable import ExampleClients

/// A name that is null is refused.
private struct UserNullRefused {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = json["first_name"] == nil ? nil : try record["first_name"].string()
            lastName = try record["last_name"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let userNullRefused = Plant(
    "a name that is null is refused", in: "on-the-map", Model("User", UserNullRefused.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/first_name"]
    ])
