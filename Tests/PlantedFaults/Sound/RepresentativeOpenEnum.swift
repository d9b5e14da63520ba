import ContractChecking
import Testing

/// A model with an enumeration that keeps unknown values.
private struct RepresentativeOpenEnum {
    enum Party: RawRepresentable {
        case democrat, republican
        case other(String)

        init(rawValue: String) {
            switch rawValue {
            case "Democrat": self = .democrat
            case "Republican": self = .republican
            default: self = .other(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .democrat: "Democrat"
            case .republican: "Republican"
            case .other(let text): text
            }
        }
    }

    let name: String
    let party: Party
    let state, district, phone, office, link: String

    init?(json: [String: Any]) {
        guard let name = json["name"] as? String, let party = json["party"] as? String,
            let state = json["state"] as? String, let district = json["district"] as? String,
            let phone = json["phone"] as? String, let office = json["office"] as? String,
            let link = json["link"] as? String
        else { return nil }
        self.name = name
        self.party = Party(rawValue: party)
        self.state = state
        self.district = district
        self.phone = phone
        self.office = office
        self.link = link
    }
}

@Test("an enumeration that keeps what it does not know") func representativeOpenEnum() async {
    await expectNothing(of: .model(Model("Representative", RepresentativeOpenEnum.init(json:)), in: "representatives"))
}
