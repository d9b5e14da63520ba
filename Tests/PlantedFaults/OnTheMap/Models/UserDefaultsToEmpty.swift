import ContractChecking

@testable import ExampleClients

/// No family name is an empty one.
private struct UserDefaultsToEmpty {
    let key: String
    let firstName: String?
    let lastName: String
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["first_name"].ifPresent?.string()
            lastName = try record["last_name"].ifPresent?.string() ?? ""
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let userDefaultsToEmpty = Plant(
    "no family name is an empty one", in: "on-the-map", Model("User", UserDefaultsToEmpty.init(json:)),
    finds: [
        "model.wrong-value": ["properties/lastName"]
    ])
