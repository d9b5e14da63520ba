import ContractChecking
import Foundation

@testable import ExampleClients

/// A name is written in another case.
private struct NameCapitalized {
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
            name = try record["name"].string().capitalized
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

let nameCapitalized = Plant(
    "a name is written in another case", in: "representatives", Model("Representative", NameCapitalized.init(json:)),
    finds: [
        "model.wrong-value": ["properties/name"]
    ])
