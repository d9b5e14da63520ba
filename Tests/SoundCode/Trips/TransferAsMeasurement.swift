import ContractChecking
import Foundation
import JSONSchema
import Testing

private struct Transfer: Decodable {
    let provider: String
    let distance: Measurement<UnitLength>
    let wait: Duration

    enum CodingKeys: String, CodingKey {
        case provider, meters
        case wait = "wait_seconds"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        provider = try container.decode(String.self, forKey: .provider)
        distance = Measurement(value: try container.decode(Double.self, forKey: .meters), unit: .meters)
        wait = .seconds(try container.decode(Int.self, forKey: .wait))
    }
}

/// Twin: reads meters as kilometers.
private struct FarTransfer: Decodable {
    let provider: String
    let distance: Measurement<UnitLength>
    let wait: Duration

    init(from decoder: any Decoder) throws {
        let transfer = try Transfer(from: decoder)
        provider = transfer.provider
        distance = Measurement(value: transfer.distance.value, unit: .kilometers)
        wait = transfer.wait
    }
}

extension SoundCode {
    @Test func transferAsMeasurement() async {
        let meters = Conversion("meters") { json in
            json.numberValue.map { Measurement(value: $0.doubleValue, unit: UnitLength.meters) }
        }
        await compare("trips", finds: Fault("model.wrong-value", at: "/models/Transfer/properties/distance")) {
            Model("Transfer", decoding: Transfer.self)
            meters
        } twin: {
            Model("Transfer", decoding: FarTransfer.self)
            meters
        }
    }
}
