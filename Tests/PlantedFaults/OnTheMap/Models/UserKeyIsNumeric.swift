import ContractChecking

@testable import ExampleClients

/// A key has to consist of digits.
private struct UserKeyIsNumeric {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let text = try record["key"].nonEmptyString()
            guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
            key = text
            firstName = try record["first_name"].ifPresent?.string()
            lastName = try record["last_name"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let userKeyIsNumeric = Plant(
    "a key has to consist of digits", in: "on-the-map", Model("User", UserKeyIsNumeric.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/key"]
    ])
