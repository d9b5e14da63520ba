import ContractChecking
import Foundation
import Testing

/// Enumerations whose case a tag chooses, with one for every other tag.
struct VariantFaultTests {
    private static let block = ModelTrial(
        schema: """
            {"anyOf":[{"type":"object","required":["type","html"],"properties":{"type":{"const":"text"},
            "html":{"type":"string"}}},{"type":"object","required":["type","url"],"properties":{"type":{"const":"image"},
            "url":{"type":"string"},"caption":{"type":"string"}}}]}
            """,
        example: """
            {"type":"text","html":"a"},{"type":"image","url":"b","caption":"c"}
            """,
        words: """
            "discriminator":"/type","variants":{"text":{"case":"text"},"image":{"case":"image"}},"otherwise":"unsupported",
            "properties":{"image.caption":"/caption"},
            """)

    private enum Keys: CodingKey { case type, html, url, caption }

    private enum Block {
        case text(html: String), image(url: String, caption: String?), unsupported

        init(_ decoder: any Decoder, throwsUnknown: Bool = false, captionsURL: Bool = false) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            switch try values.decode(String.self, forKey: .type) {
            case "text": self = .text(html: try values.decode(String.self, forKey: .html))
            case "image":
                let caption = try values.decodeIfPresent(String.self, forKey: .caption)
                let url = try values.decode(String.self, forKey: .url)
                self = .image(url: url, caption: captionsURL ? url : caption)
            default:
                if throwsUnknown { throw CocoaError(.coderReadCorrupt) }
                self = .unsupported
            }
        }
    }

    private struct Sound: Decodable {
        let block: Block
        init(from decoder: any Decoder) throws { block = try Block(decoder) }
    }

    private struct Closed: Decodable {
        let block: Block
        init(from decoder: any Decoder) throws { block = try Block(decoder, throwsUnknown: true) }
    }

    private struct Captioned: Decodable {
        let block: Block
        init(from decoder: any Decoder) throws { block = try Block(decoder, captionsURL: true) }
    }

    private static func findings<Value: Decodable>(_: Value.Type, _ block: @escaping @Sendable (Value) -> Block)
        async throws -> [String]
    {
        try await Self.block.findings {
            Model("Thing", data: { block(try JSONDecoder().decode(Value.self, from: $0)) })
        }
    }

    @Test func findsAnUnknownVariantThatIsRefused() async throws {
        #expect(try await Self.findings(Sound.self) { $0.block } == [])
        let findings = try await Self.findings(Closed.self) { $0.block }
        #expect(findings.count == 1)
        #expect(findings.first?.hasPrefix("model.false-reject /models/Thing/") == true)
    }

    @Test func tellsALabelThatIsMappedOnce() async throws {
        let findings = try await Self.findings(Captioned.self) { $0.block }
        #expect(findings.count { $0.contains("'image.caption' does not follow '/caption'") } == 1)
    }
}
