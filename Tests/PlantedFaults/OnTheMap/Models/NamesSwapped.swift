import ContractChecking

@testable import ExampleClients

/// Given and family name are swapped.
private struct NamesSwapped {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["last_name"].ifPresent?.string()
            lastName = try record["first_name"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

let namesSwapped = Plant(
    "given and family name are swapped", in: "on-the-map", Model("User", NamesSwapped.init(json:)),
    finds: [
        "model.wrong-value": ["properties/firstName", "properties/lastName"]
    ])
