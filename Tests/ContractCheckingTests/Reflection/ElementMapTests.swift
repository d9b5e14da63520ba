import ContractChecking
import Testing

/// Maps that name properties of array elements with `[]`.
struct ElementMapTests {
    private static func trial(_ properties: String) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["assets","labels"],"properties":{
                "assets":{"type":"array","items":{"type":"object","required":["href","size"],
                "properties":{"href":{"type":"string"},"size":{"type":"integer"}}}},
                "labels":{"type":"object","additionalProperties":{"type":"object","required":["text"],
                "properties":{"text":{"type":"string"}}}}}}
                """,
            example: """
                {"assets":[{"href":"/a","size":1},{"href":"/b","size":2}],"labels":{"x":{"text":"one"}}}
                """, words: "\"properties\":\(properties),")
    }

    private static let mapped = trial(#"{"assets[].link": "/assets/*/href", "labels[].name": "/labels/*/text"}"#)

    private struct Release: Decodable {
        struct Asset: Decodable {
            let link: String, size: Int
            private enum CodingKeys: String, CodingKey { case link = "href", size }
        }
        struct Label: Decodable {
            let name: String
            private enum CodingKeys: String, CodingKey { case name = "text" }
        }
        let assets: [Asset], labels: [String: Label]
    }

    @Test func acceptsMappedPropertiesOfElementsAndValues() async throws {
        #expect(try await Self.mapped.findings { Model("Thing", decoding: Release.self) } == [])
    }

    @Test func findsAWrongPropertyOfAnElement() async throws {
        struct Swapped: Decodable {
            struct Asset: Decodable {
                let link: String, size: Int
                private enum CodingKeys: CodingKey { case href, size }
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: CodingKeys.self)
                    link = try values.decode(String.self, forKey: .href).uppercased()
                    size = try values.decode(Int.self, forKey: .size)
                }
            }
            let assets: [Asset], labels: [String: Release.Label]
        }
        let places = try await Self.mapped.places { Model("Thing", decoding: Swapped.self) }
        #expect(places == ["model.wrong-value /models/Thing/properties/assets[].link"])
    }

    @Test func rejectsAPathWithMoreElementsThanItsPointer() async throws {
        let trial = Self.trial(#"{"assets[].link": "/assets"}"#)
        let message = try await trial.report { Model("Thing", decoding: Release.self) }.findings.first?.message
        #expect(
            message
                == "'assets[].link' names elements that '/assets' has no '*' for: expected one for each '[]'")
    }
}
