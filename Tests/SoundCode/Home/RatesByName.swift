import ContractChecking
import Foundation
import Testing

private struct Rate: Equatable {
    let name: String
    let rate: Double
    let unit: String
}

private struct Rates: Decodable {
    struct Entry: Decodable {
        let rate: Double
        let unit: String
    }

    let rates: [Rate]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rates = try container.decode([String: Entry].self, forKey: .rates)
            .map { Rate(name: $0.key, rate: $0.value.rate, unit: $0.value.unit) }.sorted { $0.rate < $1.rate }
    }

    enum CodingKeys: CodingKey { case rates }
}

/// Twin: sorts names and rates independently.
private struct MixedRates: Decodable {
    let rates: [Rate]

    init(from decoder: any Decoder) throws {
        let sound = try Rates(from: decoder).rates
        let names = sound.map(\.name).sorted()
        rates = zip(names, sound).map { Rate(name: $0, rate: $1.rate, unit: $1.unit) }
    }
}

extension SoundCode {
    @Test func ratesByName() async {
        await compare(
            "home",
            finds: Fault(
                "model.wrong-value", at: "/models/Rates/schema/properties/rates", telling: "'rates[day].rate'")
        ) {
            Model("Rates", decoding: Rates.self)
        } twin: {
            Model("Rates", decoding: MixedRates.self)
        }
    }
}
