import ContractChecking
import Foundation
import Testing

/// An identifier that is a text to the app, whichever way the service writes it.
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

/// Twin: as a price is written.
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
