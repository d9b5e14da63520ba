import ContractChecking

@testable import ExampleClients

/// An office is cut at a length.
private struct OfficeShortened {
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
            office = String(try record["office"].string().prefix(64))
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let officeShortened = Plant(
    "an office is cut at a length", in: "representatives", Model("Representative", OfficeShortened.init(json:)),
    finds: [
        "model.wrong-value": ["properties/office"]
    ])
