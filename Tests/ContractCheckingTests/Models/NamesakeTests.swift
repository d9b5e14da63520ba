import ContractChecking
import Foundation
import JSONSchema
import Testing

/// Members and keys that the code reads under another name or spells differently.
struct NamesakeTests {
    // MARK: - Namesakes

    private struct Article: Decodable {
        let title: String, views: Int
        private enum CodingKeys: String, CodingKey { case title = "name", views }
    }

    /// Prefers a member named like its property, but also requires the schema's member.
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

    /// Prefers a member named like its property to the schema's member.
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

    @Test func findsAPreferredMemberNamedLikeTheProperty() async throws {
        #expect(try await Self.article.findings { Model("Thing", decoding: Article.self) } == [])
        let beside = try await Self.article.places { Model("Thing", decoding: BesideName.self) }
        #expect(beside == ["model.wrong-value /models/Thing/properties/title"])
        let places = try await Self.article.places { Model("Thing", decoding: Namesake.self) }
        #expect(
            Set(places) == [
                "model.wrong-value /models/Thing/properties/title", "model.false-accept /models/Thing/schema/required",
            ])
    }

    // MARK: - Keys that only the code knows

    /// Reads a key that neither the schema nor a property names, either first or as a fallback.
    private struct Legacy: Decodable {
        let title: String, views: Int
        private enum CodingKeys: String, CodingKey { case name, views, heading = "old_head" }
        static let isFirst = CodingUserInfoKey(rawValue: "first")
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let isFirst = Self.isFirst.flatMap { decoder.userInfo[$0] as? Bool } ?? false
            let keys: [CodingKeys] = isFirst ? [.heading, .name] : [.name, .heading]
            title = try container.decode(String.self, forKey: keys.first(where: container.contains) ?? .name)
            views = try container.decode(Int.self, forKey: .views)
        }
    }

    /// Has additional members that a cache writes.
    private struct Cached: Decodable {
        let title: String, views: Int, cachedAt: Date?, note: String?
        private enum CodingKeys: String, CodingKey {
            case title = "name", views, cachedAt = "cached_at", note = "own_note"
        }
    }

    @Test(arguments: [true, false])
    func findsAKeyOutsideTheSchema(isFirst: Bool) async throws {
        let found = try await Self.article.findings {
            Model(
                "Thing", decoding: Legacy.self,
                decoder: {
                    let decoder = JSONDecoder()
                    if let key = Legacy.isFirst { decoder.userInfo[key] = isFirst }
                    return decoder
                })
        }
        let wrong = try #require(found.first { $0.hasPrefix("model.wrong-value /models/Thing/properties/title") })
        #expect(wrong.contains("'old_head', a key that the model requests"), "\(wrong)")
    }

    /// Counts the calls of its initializer.
    private struct Counted: Decodable {
        static let count = Locked(0)
        let title: String
        init(from decoder: any Decoder) throws {
            Self.count.withLock { $0 += 1 }
            title = try decoder.singleValueContainer().decode([String: String].self)["name"] ?? ""
        }
    }

    @Test func listsProbesWithoutRunningCode() throws {
        let names = try Self.article.planned { Model("Thing", decoding: Counted.self) }
        #expect(names.count > 10)
        #expect(Counted.count.withLock { $0 } == 0)
    }

    @Test func allowsIgnoredMembersOutsideTheSchema() async throws {
        let words = #""properties":{"title":"/name"},"ignored":["cachedAt","note"],"#
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["name","views"],"properties":{"name":{"type":"string"},"views":{"type":"integer"}}}
                """,
            example: #"{"name":"a","views":3}"#, words: words)
        #expect(try await trial.findings { Model("Thing", decoding: Cached.self) } == [])
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

    @Test func findsLowercasedDictionaryKeys() async throws {
        #expect(try await Self.stock("xl").findings { Model("Thing", decoding: Stock.self) } == [])
        let places = try await Self.stock("xl").places { Model("Thing", decoding: Folded.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/items"])
    }

    @Test func requiresNoKeysThatTheModelOrTheSchemaRejects() async throws {
        #expect(try await Self.stock("xl").findings { Model("Thing", decoding: Sized.self) } == [])
        let words = #""propertyNames":{"pattern":"^[a-z]+$"},"#
        #expect(try await Self.stock("xl", words).findings { Model("Thing", decoding: Folded.self) } == [])
    }

    @Test func requiresADictionaryOfMembersToKeepTheirNames() async throws {
        struct Record {
            let members: [String: Any]
            init?(json: [String: Any]) {
                guard json["user_name"] is String else { return nil }
                members = json
            }
        }
        let trial = ModelTrial(
            models: """
                "Record":{"schema":{"type":"object","required":["user_name"],"properties":{"user_name":{"type":"string"}}},
                "examples":[{"user_name":"a"}]}
                """)
        let sound = try await trial.findings { Model("Record", Record.init(json:), reading: \.members) }
        #expect(sound == [])
        let wrong = try await trial.places {
            Model("Record", Record.init(json:), reading: { ["userName": $0.members["userName"]] })
        }
        #expect(wrong == ["model.wrong-value /models/Record/schema/properties/user_name"])
    }

    @Test func comparesOnlyWhatTheReadingReturnsWhenItDecodesAgain() async throws {
        struct Record {
            let name: String
            let made = UUID()
            init?(json: [String: Any]) {
                guard let name = json["name"] as? String else { return nil }
                self.name = name
            }
        }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}"#,
            example: #"{"name":"a"}"#)
        let read = try await trial.findings { Model("Thing", Record.init(json:), reading: { ["name": $0.name] }) }
        #expect(read == [])
    }
}
