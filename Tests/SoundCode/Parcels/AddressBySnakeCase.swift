import ContractChecking
import Foundation
import Testing

private struct Address: Decodable {
    let line1: String
    let line2: String?
    let postalCode, countryCode: String
}

/// Twin: spells its keys in snake case, although the strategy has already converted the received ones.
private struct LabelAddress: Decodable {
    let line1: String
    let line2: String?
    let postalCode, countryCode: String

    enum CodingKeys: String, CodingKey {
        case line1, postalCode, countryCode
        case line2 = "line_2"
    }
}

private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
}

extension SoundCode {
    @Test func addressBySnakeCase() async {
        await compare("parcels", finds: Fault("model.wrong-value", at: "/models/Address/schema/properties/line_2")) {
            Model("Address", decoding: Address.self, decoder: decoder)
        } twin: {
            Model("Address", decoding: LabelAddress.self, decoder: decoder)
        }
    }
}
