import ContractChecking
import Foundation

@testable import ExampleClients

/// The line breaks of another system are replaced.
private struct OfficeLinesJoined {
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
            office = try record["office"].string().replacingOccurrences(of: "\r\n", with: "\n")
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let officeLinesJoined = Plant(
    "the line breaks of another system are replaced", in: "representatives",
    Model("Representative", OfficeLinesJoined.init(json:)),
    finds: [
        "model.wrong-value": ["properties/office"]
    ])
