import ContractChecking

@testable import ExampleClients

/// A state is put in capitals, as those in every recording are.
private struct StateUppercased {
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
            state = try record["state"].string().uppercased()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let stateUppercased = Plant(
    "a state is put in capitals, as those in every recording are", in: "representatives",
    Model("Representative", StateUppercased.init(json:)),
    finds: [
        "model.wrong-value": ["properties/state"]
    ])
