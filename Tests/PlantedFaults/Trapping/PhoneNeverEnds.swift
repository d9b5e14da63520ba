import ContractChecking

@testable import ExampleClients

/// A loop skips the one character that it knows.
private struct PhoneNeverEnds {
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
            let text = try record["phone"].string()
            var digits = Substring(text)
            while let first = digits.first, !first.isNumber {
                if first == "(" { digits.removeFirst() }
            }
            phone = text
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let phoneNeverEnds = Plant(
    "a loop skips the one character that it knows", in: "representatives",
    Model("Representative", PhoneNeverEnds.init(json:)),
    finds: [
        "model.timeout": ["schema/properties/phone"]
    ])
