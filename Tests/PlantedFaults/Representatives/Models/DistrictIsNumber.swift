import ContractChecking

@testable import ExampleClients

/// A district is turned into a number.
private struct DistrictIsNumber {
    let name: String
    let party: String
    let state: String
    let district: Int
    let phone: String
    let office: String
    let link: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            party = try record["party"].string()
            state = try record["state"].string()
            guard let number = Int(try record["district"].string()) else { return nil }
            district = number
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let districtIsNumber = Plant(
    "a district is turned into a number", in: "representatives", Model("Representative", DistrictIsNumber.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/district"],
        "model.wrong-value": ["properties/district"],
    ])
