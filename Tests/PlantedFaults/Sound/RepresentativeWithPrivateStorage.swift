import ContractChecking
import Testing

/// A model with properties computed from private storage.
private struct RepresentativeWithPrivateStorage {
    private let _name: String
    private let _party: String
    private let _state: String
    private let _district: String
    private let _phone: String
    private let _office: String
    private let _link: String

    var name: String { _name }
    var isIndependent: Bool { !["Republican", "Democrat", "R", "D"].contains(_party) }

    init(json: [String: Any]) throws {
        func text(_ key: String) throws -> String {
            guard let text = json[key] as? String else { throw Refused.member(key) }
            return text
        }
        _link = try text("link")
        _office = try text("office")
        _phone = try text("phone")
        _district = try text("district")
        _state = try text("state")
        _party = try text("party")
        _name = try text("name")
    }

    enum Refused: Error {
        case member(String)
    }
}

@Test("private storage behind computed properties, and an initializer that throws")
func representativeWithPrivateStorage() async {
    await expectNothing(
        of: .model(Model("Representative", RepresentativeWithPrivateStorage.init(json:)), in: "representatives"))
}
