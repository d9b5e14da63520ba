import ContractChecking

@testable import ExampleClients

/// Keys are read in the wrong case.
private struct UserInCamelCase {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["firstName"].ifPresent?.string()
            lastName = try record["lastName"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let userInCamelCase = Plant(
    "keys are read in the wrong case", in: "on-the-map", Model("User", UserInCamelCase.init(json:)),
    finds: [
        "model.wrong-value": ["properties/firstName", "properties/lastName"],
        "model.false-accept": ["schema/properties/first_name/type", "schema/properties/last_name/type"],
    ])
