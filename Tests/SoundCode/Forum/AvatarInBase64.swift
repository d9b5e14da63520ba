import ContractChecking
import Foundation
import Testing

private struct Avatar: Codable {
    let mime: String
    let bytes: Data
    let checksum: String
}

/// Twin: keeps the base64 characters instead of decoding them.
private struct LiteralAvatar: Decodable {
    let mime: String
    let bytes: Data
    let checksum: String

    enum CodingKeys: CodingKey { case mime, bytes, checksum }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mime = try container.decode(String.self, forKey: .mime)
        bytes = Data(try container.decode(String.self, forKey: .bytes).utf8)
        checksum = try container.decode(String.self, forKey: .checksum)
    }
}

extension SoundCode {
    @Test func avatarInBase64() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Avatar/schema/properties/bytes")) {
            Model("Avatar", decoding: Avatar.self)
        } twin: {
            Model("Avatar", decoding: LiteralAvatar.self)
        }
    }
}
