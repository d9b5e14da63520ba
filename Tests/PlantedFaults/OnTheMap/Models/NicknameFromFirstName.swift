import ContractChecking

@testable import ExampleClients

/// The nickname is read under the key of the given name.
private struct NicknameFromFirstName {
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
            nickname = try record["first_name"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let nicknameFromFirstName = Plant(
    "the nickname is read under the key of the given name", in: "on-the-map",
    Model("User", NicknameFromFirstName.init(json:)),
    finds: [
        "model.wrong-value": ["properties/nickname"],
        "model.false-accept": ["schema/properties/nickname/type"],
    ])
