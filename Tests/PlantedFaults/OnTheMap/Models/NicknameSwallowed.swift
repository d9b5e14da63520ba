import ContractChecking

@testable import ExampleClients

/// A nickname of another type is swallowed.
private struct NicknameSwallowed {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["first_name"].ifPresent?.string()
            lastName = try record["last_name"].ifPresent?.string()
            nickname = json["nickname"] as? String
        } catch {
            return nil
        }
    }
}

let nicknameSwallowed = Plant(
    "a nickname of another type is swallowed", in: "on-the-map", Model("User", NicknameSwallowed.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/nickname/type"]
    ])
