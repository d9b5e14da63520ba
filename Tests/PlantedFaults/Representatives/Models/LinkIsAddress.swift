import ContractChecking
import Foundation

@testable import ExampleClients

/// A link has to be an address.
private struct LinkIsAddress {
    let name: String
    let party: String
    let state: String
    let district: String
    let phone: String
    let office: String
    let link: URL

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            guard let address = URL(string: try record["link"].string()) else { return nil }
            link = address
        } catch {
            return nil
        }
    }
}

let linkIsAddress = Plant(
    "a link has to be an address", in: "representatives", Model("Representative", LinkIsAddress.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/link"],
        "model.wrong-value": ["properties/link"],
    ])
