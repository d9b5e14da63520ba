import ContractChecking
import Foundation
import Testing

private struct Flight: Decodable {
    let number: String
    let departs: Date
    let arrives: Date
    let gate: String?
}

@Sendable private func decoder(zone: String) -> JSONDecoder {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: zone)
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(formatter)
    return decoder
}

extension SoundCode {
    /// Twin: reads local airport times as UTC.
    @Test func flightInLocalTime() async {
        await compare(
            "trips", finds: Fault("model.wrong-value", at: "/models/Flight/properties/departs"),
            Fault("model.wrong-value", at: "/models/Flight/properties/arrives")
        ) {
            Model("Flight", decoding: Flight.self, decoder: { decoder(zone: "Europe/Oslo") })
        } twin: {
            Model("Flight", decoding: Flight.self, decoder: { decoder(zone: "UTC") })
        }
    }

    /// Twin: uses the pattern of a 12-hour clock.
    @Test func flightInTheAfternoon() async {
        await compare("trips", finds: Fault("model.false-reject", at: "/models/Flight/schema")) {
            Model("Flight", decoding: Flight.self, decoder: { decoder(zone: "Europe/Oslo") })
        } twin: {
            Model(
                "Flight", decoding: Flight.self,
                decoder: {
                    let formatter = DateFormatter()
                    formatter.locale = Locale(identifier: "en_US_POSIX")
                    formatter.timeZone = TimeZone(identifier: "Europe/Oslo")
                    formatter.dateFormat = "yyyy-MM-dd hh:mm"
                    let decoder = JSONDecoder()
                    decoder.dateDecodingStrategy = .formatted(formatter)
                    return decoder
                })
        }
    }
}
