import ContractChecking
import Foundation
import Testing

/// Faults that recorded instances do not reveal, each with similar sound code.
struct QuietFaultTests {
    // MARK: - Other keys

    private static let picture = ModelTrial(
        schema: """
            {"type":"object","required":["id"],"properties":{"id":{"type":"string"},"image_url":{"type":"string"}}}
            """,
        example: #"{"id":"a","image_url":"b"}"#)

    private struct Picture { let id: String, imageURL: String? }

    @Test func findsAnAdditionalKeyThatIsRead() async throws {
        let places = try await Self.picture.places {
            Model("Thing") { (json: [String: Any]) -> Picture? in
                guard let id = json["id"] as? String else { return nil }
                guard let url = json["image_url"] ?? json["imageUrl"] else { return Picture(id: id, imageURL: nil) }
                return (url as? String).map { Picture(id: id, imageURL: $0) }
            }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/image_url"])
    }

    @Test func acceptsADecoderThatConvertsKeys() async throws {
        struct Picture: Decodable { let id: String, imageUrl: String? }
        let findings = try await Self.picture.findings {
            Model(
                "Thing", decoding: Picture.self,
                decoder: {
                    let decoder = JSONDecoder()
                    decoder.keyDecodingStrategy = .convertFromSnakeCase
                    return decoder
                })
        }
        #expect(findings == [])
    }

    @Test func acceptsAnAdditionalKeyOfTheSchema() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id"],"properties":{"id":{"type":"string"},"image_url":{"type":"string"},
                "imageUrl":{"type":"string","description":"the name until 2020"}}}
                """,
            example: #"{"id":"a","image_url":"b"}"#,
            words: #""properties":{"imageURL":"/image_url"},"unread":["/imageUrl"],"#)
        let findings = try await trial.findings {
            Model("Thing") { (json: [String: Any]) -> Picture? in
                guard let id = json["id"] as? String else { return nil }
                guard let url = json["image_url"] else { return Picture(id: id, imageURL: nil) }
                return (url as? String).map { Picture(id: id, imageURL: $0) }
            }
        }
        #expect(findings == [])
    }

    // MARK: - Identifiers

    private struct Ticket: Decodable {
        let id: UUID
        private enum CodingKeys: CodingKey { case id }
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            id = UUID(uuidString: text) ?? UUID()
        }
    }

    private static let ticket = ModelTrial(
        schema: """
            {"type":"object","required":["id"],"properties":{"id":{"type":"string","format":"uuid"}}}
            """,
        example: #"{"id":"123e4567-e89b-12d3-a456-426614174000"}"#)

    @Test func findsARandomIdentifierInsteadOfAnInvalidString() async throws {
        struct Sound: Decodable { let id: UUID }
        #expect(try await Self.ticket.findings { Model("Thing", decoding: Sound.self) } == [])
        let report = try await Self.ticket.report { Model("Thing", decoding: Ticket.self) }
        #expect(report.findings.map(\.rule) == ["model.unstable"])
    }

    // MARK: - Moments

    private struct Log: Decodable {
        let at: Date
        private enum CodingKeys: CodingKey { case at }
        nonisolated(unsafe) static var pattern = ""
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "UTC")
            formatter.dateFormat = Self.pattern
            guard let date = formatter.date(from: try container.decode(String.self, forKey: .at)) else {
                throw DecodingError.dataCorruptedError(forKey: .at, in: container, debugDescription: "no date")
            }
            at = date
        }
    }

    /// A string without separators. Its only example is a time in the morning.
    private static let log = ModelTrial(
        schema: """
            {"type":"object","required":["at"],"properties":{"at":{"type":"string","pattern":"^20[0-9]{6}T[0-9]{6}$"}}}
            """,
        example: #"{"at":"20251101T063000"}"#,
        words: #""properties":{"at":{"as":{"date":"yyyyMMdd'T'HHmmss"}}},"#)

    @Test func findsATwelveHourClock() async throws {
        for (pattern, isSound) in [("yyyyMMdd'T'HHmmss", true), ("yyyyMMdd'T'hhmmss", false)] {
            Log.pattern = pattern
            let rules = Set(try await Self.log.report { Model("Thing", decoding: Log.self) }.findings.map(\.rule))
            #expect(rules.isEmpty == isSound, "\(pattern): \(rules)")
        }
    }

    // MARK: - Lossy lists and dictionaries

    /// A list that drops invalid elements. The careless variant stops at the first.
    private struct Lossy: Decodable {
        let tags: [String]
        private enum CodingKeys: CodingKey { case tags }
        private struct Skipped: Decodable {}
        nonisolated(unsafe) static var stops = false
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard try container.contains(.tags) && !container.decodeNil(forKey: .tags) else {
                tags = []
                return
            }
            var list = try container.nestedUnkeyedContainer(forKey: .tags)
            var tags: [String] = []
            while !list.isAtEnd {
                do { tags.append(try list.decode(String.self)) } catch {
                    if Self.stops { break }
                    _ = try list.decode(Skipped.self)
                }
            }
            self.tags = tags
        }
    }

    @Test func findsALossyListThatStopsAtAnInvalidElement() async throws {
        let trial = ModelTrial(
            schema: #"{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}}}}"#,
            example: #"{"tags":["a","b"]}"#, words: #""properties":{"tags":{"lossy":true,"absent":[]}},"#)
        for stops in [false, true] {
            Lossy.stops = stops
            let rules = Set(try await trial.report { Model("Thing", decoding: Lossy.self) }.findings.map(\.rule))
            #expect(rules == (stops ? ["model.wrong-value"] : []))
        }
    }

    private struct Sizes: Decodable {
        let sizes: [String: Int]
        private enum CodingKeys: CodingKey { case sizes }
        init(from decoder: any Decoder) throws {
            let sizes = try decoder.container(keyedBy: CodingKeys.self).decode([String: Int].self, forKey: .sizes)
            self.sizes = Dictionary(sizes.map { ($0.key.uppercased(), $0.value) }, uniquingKeysWith: { $1 })
        }
    }

    @Test(arguments: [("xl", ["model.wrong-value"]), ("123e4567-e89b-12d3-a456-426614174000", [])])
    func findsUppercasedKeysThatAreNotIdentifiers(key: String, rules: [String]) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["sizes"],
                "properties":{"sizes":{"type":"object","additionalProperties":{"type":"integer"}}}}
                """,
            example: #"{"sizes":{"\#(key)":3}}"#)
        struct Sound: Decodable { let sizes: [String: Int] }
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        #expect(try await trial.report { Model("Thing", decoding: Sizes.self) }.findings.map(\.rule) == rules)
    }

    /// An object whose members all have one type may be read as a dictionary. A new member has that type, too.
    @Test func acceptsAnObjectReadAsADictionary() async throws {
        struct Sound: Decodable { let links: [String: URL] }
        struct Closed: Decodable {
            enum Name: String, Decodable, CodingKeyRepresentable { case first, last }
            let links: [Name: URL]
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["links"],"properties":{"links":{"type":"object","properties":{
                "first":{"type":"string","format":"uri"},"last":{"type":"string","format":"uri"}}}}}
                """,
            example: #"{"links":{"first":"https://a.example/1","last":"https://a.example/9"}}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let rules = try await trial.report { Model("Thing", decoding: Closed.self) }.findings.map(\.rule)
        #expect(rules == ["model.false-reject"])
    }

    // MARK: - Texts with numbers

    @Test func findsAnAfternoonHourReadAsAMorningHour() async throws {
        struct Minutes: Decodable {
            let at: Int
            private enum CodingKeys: CodingKey { case at }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
                at = try minutes(of: text) { $0 }
            }
        }
        struct Halved: Decodable {
            let at: Int
            private enum CodingKeys: CodingKey { case at }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
                at = try minutes(of: text) { $0 % 12 }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string",
                "pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}}
                """,
            example: #"{"at":"09:30"}"#, words: #""properties":{"at":{"as":"minutes"}},"#)
        let conversion = Conversion("minutes") { json -> Int? in
            let parts = (json.stringValue ?? "").split(separator: ":").compactMap { Int($0) }
            return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
        }
        let sound = try await trial.findings {
            Model("Thing", decoding: Minutes.self)
            conversion
        }
        #expect(sound == [])
        let places = try await trial.places {
            Model("Thing", decoding: Halved.self)
            conversion
        }
        #expect(places == ["model.wrong-value /models/Thing/properties/at"])
    }

    @Test func findsTruncationOfTheLongestStringsOfAPattern() async throws {
        struct Sound: Decodable { let code: String }
        struct Cut: Decodable {
            let code: String
            private enum CodingKeys: CodingKey { case code }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
                code = String(text.prefix(8))
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["code"],"properties":{"code":{"type":"string","pattern":"^[A-Z]{2,12}$"}}}
                """,
            example: #"{"code":"ABC"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Cut.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/code"])
    }

    @Test func findsAnAmountConvertedThroughADouble() async throws {
        struct Price: Decodable {
            let cents: Int
            private enum CodingKeys: CodingKey { case price }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .price)
                guard text.wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil, let value = Double(text),
                    let cents = Int(exactly: (value * 100).rounded(.down))
                else { throw CocoaError(.coderReadCorrupt) }
                self.cents = cents
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["price"],"properties":{"price":{"type":"string",
                "pattern":"^[0-9]{1,9}[.][0-9]{2}$"}}}
                """,
            example: #"{"price":"12.50"}"#, words: #""properties":{"cents":{"pointer":"/price","as":"cents"}},"#)
        let places = try await trial.places {
            Model("Thing", decoding: Price.self)
            Conversion("cents") { json in json.stringValue.flatMap { Int($0.replacing(".", with: "")) } }
        }
        #expect(places == ["model.wrong-value /models/Thing/properties/cents"])
    }

    // MARK: - Alternatives without an example

    private static let linked = ModelTrial(
        schema: """
            {"type":"object","required":["link"],"properties":{"link":{"anyOf":[
            {"type":"string","pattern":"^https?://[a-z]+/$"},
            {"type":"object","required":["href"],"properties":{"href":{"type":"string","pattern":"^https?://[a-z]+/$"}}},
            {"type":"null"}]}}}
            """,
        example: #"{"link":"https://a/"}"#,
        words: #""properties":{"link":{"pointer":"/link","as":"link"}},"#)

    private struct Linked { let link: String? }

    private func links(_ read: @escaping @Sendable (Any?) -> String?) async throws -> [String] {
        try await Self.linked.places {
            Model("Thing") { (json: [String: Any]) -> Linked? in
                guard let link = json["link"] else { return nil }
                return Linked(link: read(link))
            }
            Conversion("link") { json in json.stringValue ?? json["href"]?.stringValue }
        }
    }

    @Test func findsAnAlternativeThatNoExampleHas() async throws {
        let sound = try await links { ($0 as? String) ?? ($0 as? [String: Any])?["href"] as? String }
        #expect(sound.filter { $0.hasPrefix("model.wrong-value") } == [])
        let lost = try await links { $0 as? String }
        #expect(lost.contains("model.wrong-value /models/Thing/properties/link"))
    }

    @Test func findsAnOptionalLetterOfAPatternThatIsAddedAlways() async throws {
        let places = try await links { link in
            let text = (link as? String) ?? (link as? [String: Any])?["href"] as? String
            return text?.replacingOccurrences(of: "http://", with: "https://")
        }
        #expect(places.contains("model.wrong-value /models/Thing/properties/link"))
    }

    // MARK: - Probes of one place

    private struct Parcel: Decodable {
        let path: [String]
        let code: String
        let owner: UUID?
        let fee: String
    }

    @Test(arguments: ["", "path", "code", "owner", "fee"])
    func findsValuesChangedForSomeTextsOnly(flaw: String) async throws {
        let places = try await ModelTrial(
            schema: """
                {"type":"object","required":["path","code","owner","fee"],"properties":{
                "path":{"type":"array","items":{"type":"string"}},"code":{"type":"string","minLength":6,"maxLength":6},
                "owner":{"type":"string","format":"uuid"},"fee":{"type":"string","pattern":"^[0-9]+[.][0-9]{2}$"}}}
                """,
            example: #"{"path":["a","b"],"code":"abcdef","owner":"0f6f5d1c-6a0c-4b11-9f2e-3f0a8f627a10","fee":"12.50"}"#
        ).places {
            Model("Thing") { (json: [String: Any]) -> Parcel? in
                guard let path = json["path"] as? [String], let code = json["code"] as? String, code.count == 6,
                    let owner = json["owner"] as? String, let id = UUID(uuidString: owner),
                    let fee = json["fee"] as? String
                else { return nil }
                return Parcel(
                    path: flaw == "path" ? path.reduce(into: []) { if $0.last != $1 { $0.append($1) } } : path,
                    code: flaw == "code" ? code.trimmingCharacters(in: .whitespaces) : code,
                    owner: flaw == "owner" && owner != owner.lowercased() ? nil : id,
                    fee: flaw == "fee" && fee == "0.00" ? "" : fee)
            }
        }.filter { $0.hasPrefix("model.wrong-value") }
        #expect(places == (flaw.isEmpty ? [] : ["model.wrong-value /models/Thing/schema/properties/\(flaw)"]))
    }

    /// The default of a list applies to the members collected from it, and one element of a tuple need not be read.
    @Test func acceptsDefaultsOfCollectedListsAndUnreadElements() async throws {
        final class Place: Decodable {
            let names: [String]
            let position: [Double]
            let inner: Place?

            private enum Keys: CodingKey { case tags, position, inner }
            private struct Tag: Decodable { let name: String }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Keys.self)
                names = try values.decodeIfPresent([Tag].self, forKey: .tags)?.map(\.name) ?? []
                var list = try values.nestedUnkeyedContainer(forKey: .position)
                position = [try list.decode(Double.self), try list.decode(Double.self)]
                inner = try values.decodeIfPresent(Place.self, forKey: .inner)
            }
        }
        let places = try await ModelTrial(
            schema: """
                {"type":"object","required":["position"],"properties":{
                "tags":{"type":"array","default":[],"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},
                "inner":{"anyOf":[{"type":"null"},{"$ref":"#/models/Thing/schema"}]},
                "position":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,
                "items":{"type":"number"}}}}
                """,
            example: #"{"tags":[{"name":"a"}],"position":[10.5,59.5]}"#,
            words: """
                "properties":{"names":"/tags/*/name","position[0]":"/position/0"},"unread":["/position/2"],
                """
        ).places { Model("Thing", decoding: Place.self) }
        #expect(!places.contains("model.wrong-value /models/Thing/properties/names"), "\(places)")
        #expect(places.filter { $0.contains("false-accept") && $0.contains("position") } == [], "\(places)")
    }
}

/// Returns the minutes of a time of day after a conversion of its hour.
private func minutes(of text: String, _ hour: (Int) -> Int) throws -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { throw CocoaError(.coderReadCorrupt) }
    return hour(parts[0]) * 60 + parts[1]
}
