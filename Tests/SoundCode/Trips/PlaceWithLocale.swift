import ContractChecking
import Foundation
import Testing

private struct Place {
    let name: String
    let locale: Locale
    let timeZone: TimeZone

    init?(json: [String: Any], zone: (String) -> TimeZone? = TimeZone.init(identifier:)) {
        guard let name = json["name"] as? String, let language = json["language"] as? String,
            let identifier = json["time_zone"] as? String, let timeZone = zone(identifier)
        else { return nil }
        self.name = name
        self.locale = Locale(identifier: language)
        self.timeZone = timeZone
    }
}

extension SoundCode {
    /// Twin: looks the zone up as an abbreviation and falls back to GMT.
    @Test func placeWithLocale() async {
        await compare("trips", finds: Fault("model.wrong-value", at: "/models/Place/schema/properties/time_zone")) {
            Model("Place") { Place(json: $0) }
        } twin: {
            Model("Place") { json in Place(json: json) { TimeZone(abbreviation: $0) ?? .gmt } }
        }
    }
}
