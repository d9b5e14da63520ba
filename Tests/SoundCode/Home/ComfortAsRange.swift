import ContractChecking
import Foundation
import Testing

private struct Comfort: Decodable {
    let range: ClosedRange<Int>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let low = try container.decode(Int.self, forKey: .low)
        let high = try container.decode(Int.self, forKey: .high)
        guard low <= high else {
            throw DecodingError.dataCorruptedError(forKey: .high, in: container, debugDescription: "too low")
        }
        range = low...high
    }

    enum CodingKeys: CodingKey { case low, high }
}

/// Twin: treats the upper bound as exclusive.
private struct OpenComfort: Decodable {
    let range: ClosedRange<Int>

    init(from decoder: any Decoder) throws {
        let comfort = try Comfort(from: decoder)
        range = comfort.range.lowerBound...max(comfort.range.lowerBound, comfort.range.upperBound - 1)
    }
}

extension SoundCode {
    @Test func comfortAsRange() async {
        await compare(
            "home", finds: Fault("model.wrong-value", at: "/models/Comfort/properties/range.upperBound")
        ) {
            Model("Comfort", decoding: Comfort.self)
        } twin: {
            Model("Comfort", decoding: OpenComfort.self)
        }
    }
}
