import ContractChecking
import Testing

private struct Day: Decodable {
    let steps: Int
    let kilometers: Double?
}

private struct Month: Decodable {
    let days: [String: Day]
}

/// Twin: replaces a missing distance with zero.
private struct WalkedMonth: Decodable {
    struct Day: Decodable {
        let steps: Int
        let kilometers: Double

        enum CodingKeys: CodingKey { case steps, kilometers }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            steps = try container.decode(Int.self, forKey: .steps)
            kilometers = try container.decodeIfPresent(Double.self, forKey: .kilometers) ?? 0
        }
    }

    let days: [String: Day]
}

extension SoundCode {
    @Test func monthOfDays() async {
        await compare(
            "fitness",
            finds: Fault("model.wrong-value", at: "/models/Month/schema/properties/days", telling: "kilometers")
        ) {
            Model("Month", decoding: Month.self)
        } twin: {
            Model("Month", decoding: WalkedMonth.self)
        }
    }
}
