import ContractChecking

@testable import ExampleClients

/// Zeros before a number are dropped.
private struct DistrictWithoutZeros {
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
            let text = try record["district"].string()
            district = Int(text).map(String.init) ?? text
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let districtWithoutZeros = Plant(
    "zeros before a number are dropped", in: "representatives",
    Model("Representative", DistrictWithoutZeros.init(json:)),
    finds: [
        "model.wrong-value": ["properties/district"]
    ])
