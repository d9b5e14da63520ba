import ContractChecking
import Foundation
import Testing

/// A number that the service sends as a string.
@propertyWrapper
private struct TextNumber<Number: LosslessStringConvertible>: Decodable {
    let wrappedValue: Number

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let number = Number(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number: \(text)")
        }
        wrappedValue = number
    }
}

/// Twin: rounds the number to Float.
private struct Coarse: LosslessStringConvertible {
    let number: Double
    var description: String { "\(number)" }

    init?(_ text: String) {
        guard let coarse = Float(text) else { return nil }
        number = Double(coarse)
    }
}

@propertyWrapper
private struct OrFalse: Decodable {
    var wrappedValue = false

    init() {}

    init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Bool.self) }
}

extension KeyedDecodingContainer {
    fileprivate func decode(_ type: OrFalse.Type, forKey key: Key) throws -> OrFalse {
        try decodeIfPresent(type, forKey: key) ?? OrFalse()
    }
}

private struct Connector: Decodable {
    enum Plug: String, Decodable { case ccs, type2 }

    let plug: Plug
    let working: Bool
}

private struct Station<Number: LosslessStringConvertible>: Decodable {
    let id, name: String
    @TextNumber var power: Number
    @OrFalse var isFree: Bool
    let connectors: [Connector]

    enum CodingKeys: String, CodingKey {
        case id, name, power, connectors
        case isFree = "is_free"
    }
}

extension SoundCode {
    @Test func stationByWrappers() async {
        await compare(
            "charging",
            finds: Fault(
                "model.wrong-value", at: "/models/Station/properties/power", telling: "the precision of a Float")
        ) {
            Model("Station", decoding: Station<Double>.self)
        } twin: {
            Model("Station", decoding: Station<Coarse>.self)
        }
    }
}
