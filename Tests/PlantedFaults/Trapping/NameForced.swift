import ContractChecking

@testable import ExampleClients

/// A name is cast by force.
private struct NameForced {
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
            // swift-format-ignore: NeverForceUnwrap
            name = json["name"] as! String
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

let nameForced = Plant(
    "a name is cast by force", in: "representatives", Model("Representative", NameForced.init(json:)),
    finds: [
        "model.trap": ["schema/properties/name"]
    ])
