import ContractChecking
import Foundation
import Testing

/// Badges by name, each with the day of its award, if known.
private struct Badges: Codable {
    let badges: [String: String?]
}

/// Twin: drops badges without a day.
private struct DatedBadges: Decodable {
    let badges: [String: String]

    enum CodingKeys: CodingKey { case badges }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        badges = try container.decode([String: String?].self, forKey: .badges).compactMapValues { $0 }
    }
}

extension SoundCode {
    @Test func badgesOrNull() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Badges/schema/properties/badges")) {
            Model("Badges", decoding: Badges.self)
        } twin: {
            Model("Badges", decoding: DatedBadges.self)
        }
    }
}
