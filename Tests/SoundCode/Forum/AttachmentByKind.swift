import ContractChecking
import Foundation
import Testing

private enum Attachment: Decodable {
    case image(url: URL, width: Int, height: Int)
    case link(url: URL)
    case poll(options: [String])

    private enum CodingKeys: CodingKey { case kind, url, width, height, options }
    private enum Kind: String, Decodable { case image, link, poll }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .image:
            self = .image(
                url: try container.decode(URL.self, forKey: .url),
                width: try container.decode(Int.self, forKey: .width),
                height: try container.decode(Int.self, forKey: .height))
        case .link: self = .link(url: try container.decode(URL.self, forKey: .url))
        case .poll: self = .poll(options: try container.decode([String].self, forKey: .options))
        }
    }

    /// Twin: swaps width and height.
    var turned: Self {
        guard case .image(let url, let width, let height) = self else { return self }
        return .image(url: url, width: height, height: width)
    }
}

extension SoundCode {
    @Test func attachmentByKind() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Attachment/variants/image")) {
            Model("Attachment", decoding: Attachment.self)
        } twin: {
            Model("Attachment", data: { try JSONDecoder().decode(Attachment.self, from: $0).turned })
        }
    }
}
