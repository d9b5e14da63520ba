import ContractChecking
import Testing

@propertyWrapper
private struct Frozen<Value> {
    let wrappedValue: Value
}

/// A model with wrapped properties.
private struct RepresentativeWrapped {
    @Frozen var name: String
    @Frozen var party: String
    @Frozen var state: String
    @Frozen var district: String
    @Frozen var phone: String
    @Frozen var office: String
    @Frozen var link: String

    init?(json: [String: Any]) {
        guard let name = json["name"] as? String, let party = json["party"] as? String,
            let state = json["state"] as? String, let district = json["district"] as? String,
            let phone = json["phone"] as? String, let office = json["office"] as? String,
            let link = json["link"] as? String
        else { return nil }
        _name = Frozen(wrappedValue: name)
        _party = Frozen(wrappedValue: party)
        _state = Frozen(wrappedValue: state)
        _district = Frozen(wrappedValue: district)
        _phone = Frozen(wrappedValue: phone)
        _office = Frozen(wrappedValue: office)
        _link = Frozen(wrappedValue: link)
    }
}

@Test("properties in a property wrapper") func representativeWrapped() async {
    await expectNothing(of: .model(Model("Representative", RepresentativeWrapped.init(json:)), in: "representatives"))
}
