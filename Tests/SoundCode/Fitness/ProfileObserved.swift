import ContractChecking
import Foundation
import Observation
import Testing

private enum Units: String {
    case metric, imperial
}

@Observable
private final class Profile {
    var nickname: String
    var height: Double
    var units: Units
    var birthday: Date?
    var initials: String { String(nickname.prefix(1)) }

    init?(json: [String: Any]) {
        guard let nickname = json["nickname"] as? String, let height = json["height"] as? Double,
            let units = (json["units"] as? String).flatMap(Units.init(rawValue:))
        else { return nil }
        self.nickname = nickname
        self.height = height
        self.units = units
        self.birthday = (json["birthday"] as? String).flatMap { text in
            try? Date(text, strategy: .iso8601.year().month().day())
        }
    }

    /// Twin: converts imperial heights to meters.
    func converted() -> Profile {
        if units == .imperial { height *= 0.0254 }
        return self
    }
}

extension SoundCode {
    @Test func profileObserved() async {
        await compare("fitness", finds: Fault("model.wrong-value", at: "/models/Profile/schema/properties/height")) {
            Model("Profile") { Profile(json: $0) }
        } twin: {
            Model("Profile") { Profile(json: $0)?.converted() }
        }
    }
}
