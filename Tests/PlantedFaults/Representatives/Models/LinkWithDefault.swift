import ContractChecking

@testable import ExampleClients

/// A missing link is an empty one.
private struct LinkWithDefault {
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
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = json["link"] == nil ? "" : try record["link"].string()
        } catch {
            return nil
        }
    }
}

let linkWithDefault = Plant(
    "a missing link is an empty one", in: "representatives", Model("Representative", LinkWithDefault.init(json:)),
    finds: [
        "model.false-accept": ["schema/required"]
    ])
