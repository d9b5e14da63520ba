import ContractChecking

@testable import ExampleClients

/// A member is looked for one level too deep.
private struct RepresentativeNested {
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
            name = try record["results"].record()["name"].string()
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

let representativeNested = Plant(
    "a member is looked for one level too deep", in: "representatives",
    Model("Representative", RepresentativeNested.init(json:)),
    finds: [
        "model.false-reject": ["schema"]
    ])
