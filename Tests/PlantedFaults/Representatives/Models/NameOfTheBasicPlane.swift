import ContractChecking

@testable import ExampleClients

/// Letters beyond the first plane are dropped.
private struct NameOfTheBasicPlane {
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
            let scalars = try record["name"].string().unicodeScalars.filter { $0.value < 0x10000 }
            name = String(String.UnicodeScalarView(scalars))
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

let nameOfTheBasicPlane = Plant(
    "letters beyond the first plane are dropped", in: "representatives",
    Model("Representative", NameOfTheBasicPlane.init(json:)),
    finds: [
        "model.wrong-value": ["properties/name"]
    ])
