import ContractChecking
import Foundation
import JSONSchema
import Testing

private struct Firmware: Decodable {
    let version: String
    let sha256: Data
    let released: Date
}

private func bytes(ofHex text: String) -> Data? {
    var bytes = Data()
    var rest = text[...]
    while !rest.isEmpty {
        guard rest.count > 1, let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}

@Sendable private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        guard let data = bytes(ofHex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no bytes")
        }
        return data
    }
    return decoder
}

/// Twin: keeps the default base64 decoding, which accepts hexadecimal digits too.
@Sendable private func plainDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}

extension SoundCode {
    @Test func firmwareInHex() async {
        let hex = Conversion("hex") { json in json.stringValue.flatMap { bytes(ofHex: $0) } }
        await compare("fitness", finds: Fault("model.wrong-value", at: "/models/Firmware/properties/sha256")) {
            Model("Firmware", decoding: Firmware.self, decoder: decoder)
            hex
        } twin: {
            Model("Firmware", decoding: Firmware.self, decoder: plainDecoder)
            hex
        }
    }
}
