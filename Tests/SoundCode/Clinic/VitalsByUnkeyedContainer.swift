import ContractChecking
import Foundation
import Testing

private struct Vitals: Decodable {
    let measured: Date
    let systolic, diastolic: Int
    let temperature: Double?

    enum CodingKeys: CodingKey { case measured, pressure, body }
    enum BodyKeys: CodingKey { case temperature }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        measured = Date(timeIntervalSince1970: TimeInterval(try container.decode(Int.self, forKey: .measured)))
        var pressure = try container.nestedUnkeyedContainer(forKey: .pressure)
        systolic = try pressure.decode(Int.self)
        diastolic = try pressure.decode(Int.self)
        temperature =
            container.contains(.body)
            ? try container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body)
                .decodeIfPresent(Double.self, forKey: .temperature) : nil
    }
}

/// Twin: swaps the two pressures.
private struct SortedVitals: Decodable {
    let measured: Date
    let systolic, diastolic: Int
    let temperature: Double?

    init(from decoder: any Decoder) throws {
        let vitals = try Vitals(from: decoder)
        (measured, temperature) = (vitals.measured, vitals.temperature)
        (systolic, diastolic) = (vitals.diastolic, vitals.systolic)
    }
}

extension SoundCode {
    @Test func vitalsByUnkeyedContainer() async {
        await compare(
            "clinic", finds: Fault("model.wrong-value", at: "/models/Vitals/properties/systolic"),
            Fault("model.wrong-value", at: "/models/Vitals/properties/diastolic")
        ) {
            Model("Vitals", decoding: Vitals.self)
        } twin: {
            Model("Vitals", decoding: SortedVitals.self)
        }
    }
}
