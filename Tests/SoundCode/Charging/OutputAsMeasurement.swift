import ContractChecking
import Foundation
import Testing

private struct Output: Decodable {
    enum Unit: String, Decodable {
        case kilowatts = "kW"
        case watts = "W"

        var unit: UnitPower { self == .kilowatts ? .kilowatts : .watts }
    }

    enum CodingKeys: CodingKey { case value, unit }

    let output: Measurement<UnitPower>

    init(output: Measurement<UnitPower>) { self.output = output }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        output = Measurement(
            value: try container.decode(Double.self, forKey: .value),
            unit: try container.decode(Unit.self, forKey: .unit).unit)
    }
}

/// Twin: assumes kilowatts.
private struct StrongOutput: Decodable {
    let output: Measurement<UnitPower>

    init(from decoder: any Decoder) throws {
        output = Measurement(value: try Output(from: decoder).output.value, unit: .kilowatts)
    }
}

extension SoundCode {
    @Test func outputAsMeasurement() async {
        let power = Conversion("power") { json in
            json["value"]?.doubleValue.map {
                Measurement(value: $0, unit: json["unit"] == "kW" ? UnitPower.kilowatts : .watts)
            }
        }
        await compare("charging", finds: Fault("model.wrong-value", at: "/models/Output/properties/output")) {
            Model("Output", decoding: Output.self)
            power
        } twin: {
            Model("Output", decoding: StrongOutput.self)
            power
        }
    }
}
