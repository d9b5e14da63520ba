import ContractChecking
import Foundation
import Testing

/// Booleans sent by an old device as a letter and a number.
private struct Lock: Decodable {
    let closed: Bool
    let batteryLow: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        closed = try container.decode(String.self, forKey: .closed) == "Y"
        batteryLow = try container.decode(Int.self, forKey: .batteryLow) == 1
    }

    enum CodingKeys: String, CodingKey {
        case closed
        case batteryLow = "battery_low"
    }
}

/// Twin: treats any other letter as closed.
private struct SafeLock: Decodable {
    let closed: Bool
    let batteryLow: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Lock.CodingKeys.self)
        closed = try container.decode(String.self, forKey: .closed) != "NO"
        batteryLow = try container.decode(Int.self, forKey: .batteryLow) == 1
    }
}

extension SoundCode {
    @Test func lockByLetter() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Lock/properties/closed")) {
            Model("Lock", decoding: Lock.self)
        } twin: {
            Model("Lock", decoding: SafeLock.self)
        }
    }
}
