import ContractChecking
import Foundation
import JSONSchema
import Testing

private struct ID<Owner, Value: Decodable & Hashable>: Decodable, Hashable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}

private struct Weight: Decodable {
    let id: ID<Weight, UUID>
    let owner: ID<Void, Int64>
    let kilograms: Double
}

/// Twin: stores the owner's identifier in 32 bits.
private struct SmallWeight: Decodable {
    let id: ID<Weight, UUID>
    let owner: ID<Void, Int32>
    let kilograms: Double
}

@Sendable private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "unlimited", negativeInfinity: "none", nan: "unknown")
    return decoder
}

extension SoundCode {
    @Test func weightOfTypedID() async {
        let kilograms = Conversion("kilograms") { json in
            json == "unknown" ? Double.nan : json.doubleValue
        }
        await compare("fitness", finds: Fault("model.false-reject", at: "/models/Weight/schema/properties/owner")) {
            Model("Weight", decoding: Weight.self, decoder: decoder)
            kilograms
        } twin: {
            Model("Weight", decoding: SmallWeight.self, decoder: decoder)
            kilograms
        }
    }
}
