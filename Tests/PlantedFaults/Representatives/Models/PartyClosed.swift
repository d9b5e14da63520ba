import ContractChecking

@testable import ExampleClients

/// A party is one of two words, and older records have letters.
private struct PartyClosed {
    let name: String
    let party: Party
    let state: String
    let district: String
    let phone: String
    let office: String
    let link: String

    enum Party: String {
        case democrat = "Democrat"
        case republican = "Republican"
    }

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            guard let known = Party(rawValue: try record["party"].string()) else { return nil }
            party = known
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

let partyClosed = Plant(
    "a party is one of two words, and older records have letters", in: "representatives",
    Model("Representative", PartyClosed.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/party"]
    ])
