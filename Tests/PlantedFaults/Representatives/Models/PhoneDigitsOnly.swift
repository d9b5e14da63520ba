import ContractChecking

@testable import ExampleClients

/// A telephone number keeps its digits only.
private struct PhoneDigitsOnly {
    let name: String
    let party: String
    let state: String
    let district: String
    let phone: String
    let office: String
    let link: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string().filter(\.isNumber)
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let phoneDigitsOnly = Plant(
    "a telephone number keeps its digits only", in: "representatives",
    Model("Representative", PhoneDigitsOnly.init(json:)),
    finds: [
        "model.wrong-value": ["properties/phone"]
    ])
