import ContractChecking
import Foundation
import Testing

private struct Appointment: Decodable {
    let id: Int
    let starts: Date
    let day: Date?
    let room: String?
}

private func decoder(_ zone: TimeZone?) -> JSONDecoder {
    let days = DateFormatter()
    days.locale = Locale(identifier: "en_US_POSIX")
    days.dateFormat = "yyyy-MM-dd"
    if let zone { days.timeZone = zone }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = days.date(from: text) ?? ISO8601DateFormatter().date(from: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: text)
        }
        return date
    }
    return decoder
}

extension SoundCode {
    /// Twin: parses days in the device's time zone.
    @Test func appointmentAtLocalMidnight() async {
        await compare("clinic", finds: Fault("model.wrong-value", at: "/models/Appointment/properties/day")) {
            Model("Appointment", decoding: Appointment.self) { decoder(TimeZone(identifier: "Europe/Oslo")) }
        } twin: {
            Model("Appointment", decoding: Appointment.self) { decoder(nil) }
        }
    }
}
