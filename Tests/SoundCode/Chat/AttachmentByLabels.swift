import ContractChecking
import Testing

private enum AttachmentKeys: String, CodingKey { case type, url, w, h, name, size }

private enum Attachment: Decodable {
    case image(url: String, width: Int, height: Int)
    case file(name: String, bytes: Int)
    case unknown(type: String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AttachmentKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "image":
            self = .image(
                url: try container.decode(String.self, forKey: .url), width: try container.decode(Int.self, forKey: .w),
                height: try container.decode(Int.self, forKey: .h))
        case "file":
            self = .file(
                name: try container.decode(String.self, forKey: .name),
                bytes: try container.decode(Int.self, forKey: .size))
        case let type: self = .unknown(type: type)
        }
    }
}

/// Twin: swaps width and height.
private enum TurnedAttachment: Decodable {
    case image(url: String, width: Int, height: Int)
    case file(name: String, bytes: Int)
    case unknown(type: String)

    init(from decoder: any Decoder) throws {
        switch try Attachment(from: decoder) {
        case .image(let url, let width, let height): self = .image(url: url, width: height, height: width)
        case .file(let name, let bytes): self = .file(name: name, bytes: bytes)
        case .unknown(let type): self = .unknown(type: type)
        }
    }
}

extension SoundCode {
    @Test func attachmentByLabels() async {
        await compare(
            "chat", finds: Fault("model.wrong-value", at: "/models/Attachment/properties/image.width"),
            Fault("model.wrong-value", at: "/models/Attachment/properties/image.height")
        ) {
            Model("Attachment", decoding: Attachment.self)
        } twin: {
            Model("Attachment", decoding: TurnedAttachment.self)
        }
    }
}
