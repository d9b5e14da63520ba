import ContractChecking
import Foundation
import Testing

/// Members and keys by other names: those that code looks for first, and those that it spells in its own letters.
struct NamesakeTests {
    // MARK: - Namesakes

    private struct Article: Decodable {
        let title: String, views: Int
        private enum CodingKeys: String, CodingKey { case title = "name", views }
    }

    /// Does the same, but only where the other member is there as well.
    private struct BesideName: Decodable {
        let title: String, views: Int
        private enum CodingKeys: CodingKey { case title, name, views }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let name = try container.decode(String.self, forKey: .name)
            title = try container.decodeIfPresent(String.self, forKey: .title) ?? name
            views = try container.decode(Int.self, forKey: .views)
        }
    }

    /// Reads a member that is named like its property before the one that the schema has.
    private struct Namesake: Decodable {
        let title: String, views: Int
        private enum CodingKeys: CodingKey { case title, name, views }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title =
                try container.decodeIfPresent(String.self, forKey: .title)
                ?? container.decode(String.self, forKey: .name)
            views = try container.decode(Int.self, forKey: .views)
        }
    }

    private static let article = ModelTrial(
        schema: """
            {"type":"object","required":["name","views"],"properties":{"name":{"type":"string"},"views":{"type":"integer"}}}
            """,
        example: #"{"name":"a","views":3}"#, words: #""properties":{"title":"/name"},"#)

    @Test func findsAMemberOfThePropertysNameThatIsReadFirst() async throws {
        #expect(try await Self.article.findings { Model("Thing", decoding: Article.self) } == [])
        let beside = try await Self.article.places { Model("Thing", decoding: BesideName.self) }
        #expect(beside == ["model.wrong-value /models/Thing/properties/title"])
        let places = try await Self.article.places { Model("Thing", decoding: Namesake.self) }
        #expect(
            Set(places) == [
                "model.wrong-value /models/Thing/properties/title", "model.false-accept /models/Thing/schema/required",
            ])
    }

    // MARK: - Keys of dictionaries

    private struct Stock: Decodable {
        struct Item: Decodable, Hashable { let count: Int }
        let items: [String: Item]
    }

    private struct Folded: Decodable {
        let items: [String: Stock.Item]
        init(from decoder: any Decoder) throws {
            items = try Stock(from: decoder).items.reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value }
        }
    }

    private enum Size: String, Decodable, CodingKeyRepresentable { case s, xl }
    private struct Sized: Decodable { let items: [Size: Stock.Item] }

    private static func stock(_ key: String, _ words: String = "") -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["items"],"properties":{"items":{"type":"object",\(words)
                "additionalProperties":{"type":"object","required":["count"],"properties":{"count":{"type":"integer"}}}}}}
                """,
            example: #"{"items":{"\#(key)":{"count":3}}}"#)
    }

    @Test func findsKeysInSmallLettersWhateverTheirValuesAre() async throws {
        #expect(try await Self.stock("xl").findings { Model("Thing", decoding: Stock.self) } == [])
        let places = try await Self.stock("xl").places { Model("Thing", decoding: Folded.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/items"])
    }

    @Test func asksForNoOtherKeyThanTheModelOrTheSchemaTakes() async throws {
        #expect(try await Self.stock("xl").findings { Model("Thing", decoding: Sized.self) } == [])
        let words = #""propertyNames":{"pattern":"^[a-z]+$"},"#
        #expect(try await Self.stock("xl", words).findings { Model("Thing", decoding: Folded.self) } == [])
    }
}
