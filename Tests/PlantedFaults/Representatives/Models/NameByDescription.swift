import ContractChecking

@testable import ExampleClients

/// A name is whatever describes itself.
private struct NameByDescription {
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
            name = "\(json["name"] ?? "")"
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let nameByDescription = Plant(
    "a name is whatever describes itself", in: "representatives",
    Model("Representative", NameByDescription.init(json:)),
    finds: [
        "model.false-accept": ["schema/required", "schema/properties/name/type"]
    ])
