import ContractChecking

@testable import ExampleClients

/// The office is read under the key of the telephone.
private struct OfficeFromPhone {
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
            office = try record["phone"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let officeFromPhone = Plant(
    "the office is read under the key of the telephone", in: "representatives",
    Model("Representative", OfficeFromPhone.init(json:)),
    finds: [
        "model.wrong-value": ["properties/office"],
        "model.false-accept": ["schema/required", "schema/properties/office/type"],
    ])
