import ContractChecking

@testable import ExampleClients

/// A link is percent-decoded.
private struct LinkDecoded {
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
            let text = try record["link"].string()
            link = text.removingPercentEncoding ?? text
        } catch {
            return nil
        }
    }
}

let linkDecoded = Plant(
    "a link is percent-decoded", in: "representatives", Model("Representative", LinkDecoded.init(json:)),
    finds: [
        "model.wrong-value": ["properties/link"]
    ])
