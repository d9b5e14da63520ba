import ContractChecking
import Foundation
import Testing

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Split: Codable {
    let lap: Int
    let minutesPerKm: Double
    let climb: Double?
}

@Sendable private func decoder(_ capitalized: @escaping @Sendable (Substring) -> String) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
        let parts = (path.last?.stringValue ?? "").split(separator: "_")
        return AnyKey(stringValue: String(parts.first ?? "") + parts.dropFirst().map(capitalized).joined())
    }
    return decoder
}

extension SoundCode {
    /// Twin: converts `minutes_per_km` to `minutesPERKM`.
    @Test func splitByCustomKeys() async {
        await compare(
            "fitness", finds: Fault("model.false-reject", at: "/models/Split/schema/properties/minutes_per_km")
        ) {
            Model("Split", decoding: Split.self, decoder: { decoder(\.capitalized) })
        } twin: {
            Model("Split", decoding: Split.self, decoder: { decoder { $0.uppercased() } })
        }
    }
}
