import ContractChecking
import Foundation
import Testing

/// Enumerations with a case for each tag and one for unknown tags.
struct VariantFaultTests {
    private static let block = ModelTrial(
        schema: """
            {"anyOf":[{"type":"object","required":["type","html"],"properties":{"type":{"const":"text"},
            "html":{"type":"string"}}},{"type":"object","required":["type","url"],"properties":{"type":{"const":"image"},
            "url":{"type":"string"},"caption":{"type":["string","null"]}}}]}
            """,
        example: """
            {"type":"text","html":"a"},{"type":"image","url":"b","caption":"c"}
            """,
        words: """
            "discriminator":"/type","variants":{"text":{"case":"text"},"image":{"case":"image"}},"otherwise":"unsupported",
            "properties":{"image.caption":"/caption"},
            """)

    private class Resource {
        let type: String

        init?(json: [String: Any]) {
            guard let type = json["type"] as? String else { return nil }
            self.type = type
        }
    }

    private final class Person: Resource {
        let name: String

        override init?(json: [String: Any]) {
            guard let name = (json["attributes"] as? [String: Any])?["name"] as? String else { return nil }
            self.name = name
            super.init(json: json)
        }
    }

    private final class Comment: Resource {
        let text: String

        override init?(json: [String: Any]) {
            guard let text = (json["attributes"] as? [String: Any])?["text"] as? String else { return nil }
            self.text = text
            super.init(json: json)
        }
    }

    private static func resource(_ json: [String: Any]) -> Resource? {
        json["type"] as? String == "people" ? Person(json: json) : Comment(json: json)
    }

    private struct Page { let included: [Resource] }

    /// Each variant has attributes of its own, which the other does not read.
    @Test func keepsTheMembersOfVariantsApart() async throws {
        func schema(_ type: String, _ member: String) -> String {
            """
            {"type":"object","required":["type","attributes"],"properties":{"type":{"const":"\(type)"},
            "attributes":{"type":"object","required":["\(member)"],"properties":{"\(member)":{"type":"string"}}}}}
            """
        }
        let person = #"{"type":"people","attributes":{"name":"Ada"}}"#
        let comment = #"{"type":"comments","attributes":{"text":"Hm"}}"#
        let trial = ModelTrial(
            models: """
                "Person":{"schema":\(schema("people", "name")),"properties":{"name":"/attributes/name"},"examples":[\(person)]},
                "Comment":{"schema":\(schema("comments", "text")),"properties":{"text":"/attributes/text"},
                "examples":[\(comment)]},
                "Included":{"schema":{"anyOf":[{"$ref":"#/models/Person/schema"},{"$ref":"#/models/Comment/schema"}]},
                "discriminator":"/type","variants":{"people":{"case":"Person","model":"Person"},
                "comments":{"case":"Comment","model":"Comment"}},"examples":[\(person),\(comment)]},
                "Page":{"schema":{"type":"object","required":["included"],"properties":{"included":{"type":"array",
                "items":{"$ref":"#/models/Included/schema"}}}},
                "properties":{"included":{"pointer":"/included","model":"Included"}},
                "examples":[{"included":[\(person),\(comment)]}]}
                """)
        let findings = try await trial.findings {
            Model("Person", Person.init(json:))
            Model("Comment", Comment.init(json:))
            Model("Included", Self.resource)
            Model("Page") { (json: [String: Any]) -> Page? in
                guard let list = json["included"] as? [[String: Any]] else { return nil }
                let included = list.compactMap(Self.resource)
                return included.count == list.count ? Page(included: included) : nil
            }
        }
        #expect(findings.filter { $0.hasPrefix("model.unread") } == [], "\(findings)")
    }

    private enum Keys: CodingKey { case type, html, url, caption }

    private protocol Reading {
        static var throwsUnknown: Bool { get }
        static var captionsURL: Bool { get }
    }

    private enum Sound: Reading { static let (throwsUnknown, captionsURL) = (false, false) }
    private enum Closed: Reading { static let (throwsUnknown, captionsURL) = (true, false) }
    private enum Captioned: Reading { static let (throwsUnknown, captionsURL) = (false, true) }

    private enum Block<By: Reading>: Decodable {
        case text(html: String), image(url: String, caption: String?), unsupported

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            switch try values.decode(String.self, forKey: .type) {
            case "text": self = .text(html: try values.decode(String.self, forKey: .html))
            case "image":
                let caption = try values.decodeIfPresent(String.self, forKey: .caption)
                let url = try values.decode(String.self, forKey: .url)
                self = .image(url: url, caption: By.captionsURL ? url : caption)
            default:
                if By.throwsUnknown { throw CocoaError(.coderReadCorrupt) }
                self = .unsupported
            }
        }
    }

    @Test func findsARejectedUnknownVariant() async throws {
        let sound = try await Self.block.findings { Model("Thing", decoding: Block<Sound>.self) }
        #expect(sound == [])
        let findings = try await Self.block.findings { Model("Thing", decoding: Block<Closed>.self) }
        #expect(findings.count == 1)
        #expect(findings.first?.hasPrefix("model.false-reject /models/Thing/") == true)
    }

    /// The map says what the case for unknown tags holds.
    @Test(arguments: [false, true]) func comparesWhatTheCaseForUnknownTagsHolds(isLost: Bool) async throws {
        enum Tagged {
            case text(html: String), unknown(type: String)

            init?(_ json: [String: Any], isLost: Bool) {
                guard let type = json["type"] as? String else { return nil }
                if type != "text" {
                    self = .unknown(type: isLost ? "" : type)
                } else if let html = json["html"] as? String {
                    self = .text(html: html)
                } else {
                    return nil
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["type"],"properties":{"type":{"type":"string"}},"if":{"properties":{
                "type":{"const":"text"}}},"then":{"required":["html"],"properties":{"html":{"type":"string"}}}}
                """,
            example: #"{"type":"text","html":"a"},{"type":"poll"}"#,
            words: """
                "discriminator":"/type","variants":{"text":{"case":"text"}},"otherwise":"unknown",
                "properties":{"unknown.type":"/type"},
                """)
        let places = try await trial.places {
            Model("Thing") { (json: [String: Any]) -> Tagged? in Tagged(json, isLost: isLost) }
        }
        #expect(places == (isLost ? ["model.wrong-value /models/Thing/properties/unknown.type"] : []))
    }

    /// The tag determines the members, so an object of the other variant may lack them.
    @Test func findsAnOptionalPayload() async throws {
        enum Loose: Decodable {
            case text(html: String?), image(url: String, caption: String?), unsupported

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Keys.self)
                switch try values.decode(String.self, forKey: .type) {
                case "text": self = .text(html: try values.decodeIfPresent(String.self, forKey: .html))
                case "image":
                    let caption = try values.decodeIfPresent(String.self, forKey: .caption)
                    self = .image(url: try values.decode(String.self, forKey: .url), caption: caption)
                default: self = .unsupported
                }
            }
        }
        let findings = try await Self.block.findings { Model("Thing", decoding: Loose.self) }
        #expect(Set(findings.map { $0.prefix { $0 != " " } }) == ["model.false-accept"], "\(findings)")
        #expect(findings.contains { $0.contains("accepts an object without 'html', which the contract requires") })
    }

    @Test func reportsAWrongMappedLabelOnce() async throws {
        let findings = try await Self.block.findings { Model("Thing", decoding: Block<Captioned>.self) }
        #expect(findings.count { $0.contains("'image.caption' does not follow '/caption'") } == 1)
    }

    private struct Track: Decodable { let title: String }

    private enum Item: Decodable {
        case track(Track)

        private enum Key: CodingKey { case kind }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            guard try values.decode(String.self, forKey: .kind) == "track" else {
                throw DecodingError.dataCorruptedError(forKey: .kind, in: values, debugDescription: "kind")
            }
            self = .track(try Track(from: decoder))
        }
    }

    @Test func leavesUnreadTheMembersThatTheModelOfAVariantLeavesUnread() async throws {
        let trial = ModelTrial(
            models: """
                "Track": { "schema": { "type": "object", "required": ["title"], "properties": {
                    "title": { "type": "string" }, "label": { "type": ["string", "null"] } } }, "unread": ["/label"],
                  "examples": [ { "title": "a", "label": "b" } ] },
                "Item": { "schema": { "oneOf": [ { "allOf": [ { "required": ["kind"], "properties": {
                      "kind": { "const": "track" } } }, { "$ref": "#/models/Track/schema" } ] } ] },
                  "discriminator": "/kind", "variants": { "track": "Track" },
                  "examples": [ { "kind": "track", "title": "a", "label": "b" } ] }
                """)
        let findings = try await trial.findings {
            Model("Track", decoding: Track.self)
            Model("Item", decoding: Item.self)
        }
        #expect(findings == [])
    }
}
