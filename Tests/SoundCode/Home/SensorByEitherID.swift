import ContractChecking
import Foundation
import Testing

/// An identifier that the service sends as a number or a string.
private struct Sensor: Decodable {
    let id: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decode(Int.self, forKey: .id) {
            id = String(number)
        } else {
            id = try container.decode(String.self, forKey: .id)
        }
    }

    enum CodingKeys: CodingKey { case id }
}

/// Twin: formats the identifier with a thousands separator.
private struct GroupedSensor: Decodable {
    let id: String

    init(from decoder: any Decoder) throws {
        let sensor = try Sensor(from: decoder)
        id = Int(sensor.id).map { "\($0 / 1000).\($0 % 1000)" } ?? sensor.id
    }
}

extension SoundCode {
    @Test func sensorByEitherID() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Sensor/properties/id")) {
            Model("Sensor", decoding: Sensor.self)
        } twin: {
            Model("Sensor", decoding: GroupedSensor.self)
        }
    }
}
