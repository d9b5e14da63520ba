import ContractChecking
import Foundation
import Testing

/// Faults that recorded instances do not show, each with sound code that resembles it.
struct QuietFaultTests {
    // MARK: - Other keys

    private static let picture = ModelTrial(
        schema: """
            {"type":"object","required":["id"],"properties":{"id":{"type":"string"},"image_url":{"type":"string"}}}
            """,
        example: #"{"id":"a","image_url":"b"}"#)

    private struct Picture { let id: String, imageURL: String? }

    @Test func findsAnotherKeyThatIsReadAsWell() async throws {
        let places = try await Self.picture.places {
            Model("Thing") { (json: [String: Any]) -> Picture? in
                guard let id = json["id"] as? String else { return nil }
                guard let url = json["image_url"] ?? json["imageUrl"] else { return Picture(id: id, imageURL: nil) }
                return (url as? String).map { Picture(id: id, imageURL: $0) }
            }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/image_url"])
    }

    @Test func takesADecoderThatConvertsKeys() async throws {
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

    @Test func takesAnotherKeyThatTheSchemaHas() async throws {
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

    @Test func findsARandomIdentifierInPlaceOfABadText() async throws {
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

    /// A text without separators, of whose hours an example shows one of the morning.
    private static let log = ModelTrial(
        schema: """
            {"type":"object","required":["at"],"properties":{"at":{"type":"string","pattern":"^20[0-9]{6}T[0-9]{6}$"}}}
            """,
        example: #"{"at":"20251101T063000"}"#,
        words: #""properties":{"at":{"as":{"date":"yyyyMMdd'T'HHmmss"}}},"#)

    @Test func findsAClockOfTwelveHours() async throws {
        for (pattern, isSound) in [("yyyyMMdd'T'HHmmss", true), ("yyyyMMdd'T'hhmmss", false)] {
            Log.pattern = pattern
            let rules = Set(try await Self.log.report { Model("Thing", decoding: Log.self) }.findings.map(\.rule))
            #expect(rules.isEmpty == isSound, "\(pattern): \(rules)")
        }
    }

    // MARK: - Lossy lists and dictionaries

    /// A list whose bad elements are left out; a careless one stops at the first.
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

    @Test func findsALossyListThatStopsAtABadElement() async throws {
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
    func findsKeysInCapitalsThatAreNoIdentifiers(key: String, rules: [String]) async throws {
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

    // MARK: - Enumerations

    private static let door = ModelTrial(
        schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
        example: #"{"state":"open"}"#)

    private struct Door<State: Decodable>: Decodable { let state: State }

    @Test func findsAnUnknownCaseThatBecomesAKnownOne() async throws {
        enum Tolerant: String, Decodable {
            case open, shut, unknown
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        enum Guessing: String, Decodable {
            case open, shut
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .shut
            }
        }
        #expect(try await Self.door.findings { Model("Thing", decoding: Door<Tolerant>.self) } == [])
        let places = try await Self.door.places { Model("Thing", decoding: Door<Guessing>.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/state"])
    }

    private enum DoorState: Decodable, RawRepresentable {
        case open, shut, unknown(String)
        nonisolated(unsafe) static var spelling = "shut"
        init(rawValue: String) {
            self = rawValue == "open" ? .open : rawValue == Self.spelling ? .shut : .unknown(rawValue)
        }
        init(from decoder: any Decoder) throws {
            self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        }
        var rawValue: String {
            switch self {
            case .open: "open"
            case .shut: "shut"
            case .unknown(let text): text
            }
        }
    }

    /// What a misspelt known value becomes holds its text, as that of an unknown one does.
    @Test func findsAKnownValueThatBecomesAnUnknownOne() async throws {
        enum Kept: Decodable {
            case open, shut, unknown(String)
            init(from decoder: any Decoder) throws {
                switch DoorState(rawValue: try decoder.singleValueContainer().decode(String.self)) {
                case .open: self = .open
                case .shut: self = .shut
                case .unknown(let text): self = .unknown(text)
                }
            }
        }
        struct Made {
            let state: DoorState
            init?(json: [String: Any]) {
                guard let state = json["state"] as? String else { return nil }
                self.state = DoorState(rawValue: state)
            }
        }
        for (example, spelling, isSound) in [
            ("open", "shut", true), ("open", "shtu", false), ("shut", "shut", true), ("shut", "shtu", false),
        ] {
            DoorState.spelling = spelling
            let trial = ModelTrial(
                schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
                example: #"{"state":"\#(example)"}"#, words: #""strictness":"shape","#)
            let models = [
                Model("Thing", decoding: Door<DoorState>.self), Model("Thing", decoding: Door<Kept>.self),
                Model("Thing", Made.init(json:)),
            ]
            for model in models {
                let places = try await trial.places { model }
                #expect(places == (isSound ? [] : ["model.wrong-value /models/Thing/schema/properties/state"]))
            }
        }
    }

    /// An enumeration that keeps every text, or a listed one by another enumeration, takes none for unknown.
    @Test func takesEnumerationsThatKeepWhatTheyKnow() async throws {
        enum Wrapped: Decodable {
            enum Known: String, Decodable { case open, shut }
            case known(Known), unknown(String)
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                self = Known(rawValue: text).map(Self.known) ?? .unknown(text)
            }
        }
        enum Scalar: Decodable {
            case text(String), number(Double)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do { self = .text(try container.decode(String.self)) } catch {
                    self = .number(try container.decode(Double.self))
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["state"],"properties":{"state":{"anyOf":[{"enum":["open","shut"]},
                {"type":["string","number"]}]}}}
                """,
            example: #"{"state":"open"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Door<Scalar>.self) } == [])
        #expect(try await Self.door.findings { Model("Thing", decoding: Door<Wrapped>.self) } == [])
    }

    // MARK: - Variants

    private static let shape = ModelTrial(
        models: """
            "Thing":{"schema":{"type":"object","required":["kind","width"],"properties":{"kind":{"type":"string"},
            "width":{"type":"integer"},"name":{"type":"string"}}},"discriminator":"/kind",
            "variants":{"image":"Image","link":"Link"},"strictness":"shape",
            "examples":[{"kind":"image","width":3},{"kind":"link","width":3,"name":"a"}]},
            "Image":{"schema":{"type":"object","required":["width"],"properties":{"width":{"type":"integer"}}},
            "examples":[{"width":3}]},
            "Link":{"schema":{"type":"object","properties":{"name":{"type":["string","null"]}}},
            "examples":[{"name":"a"}]}
            """)

    private struct Image: Decodable { let width: Int }
    private struct Link: Decodable { let name: String? }
    private enum ShapeKeys: CodingKey { case kind }

    private enum Shape: Decodable {
        case image(Image), link(Link), unknown
        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: ShapeKeys.self).decode(String.self, forKey: .kind) {
            case "image": self = .image(try Image(from: decoder))
            case "link": self = .link(try Link(from: decoder))
            default: self = .unknown
            }
        }
    }

    private enum LinkElse: Decodable {
        case image(Image), link(Link)
        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: ShapeKeys.self).decode(String.self, forKey: .kind) {
            case "image": self = .image(try Image(from: decoder))
            default: self = .link(try Link(from: decoder))
            }
        }
    }

    @Test func findsAnUnknownVariantThatBecomesAKnownOne() async throws {
        let sound = try await Self.shape.findings {
            Model("Thing", decoding: Shape.self)
            Model("Image", decoding: Image.self)
            Model("Link", decoding: Link.self)
        }
        #expect(sound == [])
        let report = try await Self.shape.report {
            Model("Thing", decoding: LinkElse.self)
            Model("Image", decoding: Image.self)
            Model("Link", decoding: Link.self)
        }
        #expect(report.findings.map(\.rule) == ["model.wrong-value"])
        #expect(report.findings.first?.message.contains("an unknown variant becomes a known one") == true)
    }

    // MARK: - Pairs

    private static let spot = ModelTrial(
        schema: """
            {"type":"object","required":["latitude","longitude","title","note"],"properties":{
            "latitude":{"type":"number"},"longitude":{"type":"number"},"title":{"type":"string"},"note":{"type":"string"}}}
            """,
        example: #"{"latitude":1.5,"longitude":2.5,"title":"a","note":"b"}"#)

    private struct Spot: Decodable { let latitude: Double, longitude: Double, title: String, note: String }

    /// A spot whose parts are made of the sound ones.
    private struct SpotReader {
        let latitude: Double?, longitude: Double?, title: String, note: String
        init(_ spot: Spot, hidesOrigin: Bool = false, namesBlank: Bool = false) {
            let isHidden = hidesOrigin && spot.latitude == 0 && spot.longitude == 0
            (latitude, longitude) = isHidden ? (nil, nil) : (spot.latitude, spot.longitude)
            (title, note) = (namesBlank && spot.title.isEmpty && spot.note.isEmpty ? "-" : spot.title, spot.note)
        }
    }

    private static func reader(_ make: @escaping @Sendable (Spot) -> SpotReader) -> Model {
        Model("Thing", data: { make(try JSONDecoder().decode(Spot.self, from: $0)) })
    }

    @Test func findsPartsThatAreNotShownWhereBothAreZeroOrEmpty() async throws {
        #expect(try await Self.spot.findings { Self.reader { SpotReader($0) } } == [])
        let zero = try await Self.spot.places { Self.reader { SpotReader($0, hidesOrigin: true) } }
        #expect(
            zero == [
                "model.wrong-value /models/Thing/schema/properties/latitude",
                "model.wrong-value /models/Thing/schema/properties/longitude",
            ])
        let empty = try await Self.spot.places { Self.reader { SpotReader($0, namesBlank: true) } }
        #expect(empty == ["model.wrong-value /models/Thing/schema/properties/title"])
    }

    private static let reminder = ModelTrial(
        schema: """
            {"type":"object","required":["title"],"properties":{"title":{"type":"string"},"due":{"type":"string"},
            "note":{"type":"string"}}}
            """,
        example: #"{"title":"a","due":"2026-03-01T10:00:00Z","note":"b"}"#, words: #""strictness":"lenient","#)

    private struct Reminder {
        let title: String, due: Date?, note: String?

        init?(json: [String: Any], note: (_ title: String, _ note: String?) -> String?) {
            guard let title = json["title"] as? String else { return nil }
            self.title = title
            due = (json["due"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
            self.note = note(title, json["note"] as? String)
        }
    }

    /// No date is made of an empty text, whatever else is empty beside it.
    @Test func takesADateThatIsNilWhereAllTextsAreEmpty() async throws {
        let findings = try await Self.reminder.findings {
            Model("Thing") { (json: [String: Any]) in Reminder(json: json) { $1 } }
        }
        #expect(findings == [])
    }

    @Test func findsATextThatIsNilWhereAllTextsAreEmpty() async throws {
        let places = try await Self.reminder.places {
            Model("Thing") { (json: [String: Any]) in Reminder(json: json) { $0.isEmpty && $1 == "" ? nil : $1 } }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/note"])
    }

    /// A start that is not before its end is refused, as the contract says that both hang together.
    @Test func takesAModelThatRefusesRelatedMembersThatAreZeroTogether() async throws {
        struct Span: Decodable {
            let from: Int, to: Int
            private enum CodingKeys: CodingKey { case from, to }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                (from, to) = (try values.decode(Int.self, forKey: .from), try values.decode(Int.self, forKey: .to))
                if from >= to { throw CocoaError(.coderReadCorrupt) }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["from","to"],"properties":{"from":{"type":"integer"},"to":{"type":"integer"}}}
                """,
            example: #"{"from":2,"to":90}"#, words: #""related":[["from","to"]],"#)
        #expect(try await trial.findings { Model("Thing", decoding: Span.self) } == [])
    }

    @Test func findsDuplicatesThatAreDropped() async throws {
        struct Item: Decodable, Hashable { let id: Int }
        struct Sound: Decodable { let items: [Item], tags: Set<String> }
        struct Once: Decodable {
            let items: [Item], tags: [String]
            private enum CodingKeys: CodingKey { case items, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                tags = try values.decode([String].self, forKey: .tags)
                items = try values.decode([Item].self, forKey: .items).reduce(into: []) {
                    if !$0.contains($1) { $0.append($1) }
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["items","tags"],"properties":{"tags":{"type":"array","items":{"type":"string"}},
                "items":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}}}}
                """,
            example: #"{"items":[{"id":1},{"id":2}],"tags":["a","b"]}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Once.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/items"])
    }

    @Test func findsANullElementThatIsLeftOut() async throws {
        struct Sound: Decodable { let hours: [Int?] }
        struct Compact: Decodable {
            let hours: [Int?]
            private enum CodingKeys: CodingKey { case hours }
            init(from decoder: any Decoder) throws {
                let all = try decoder.container(keyedBy: CodingKeys.self).decode([Int?].self, forKey: .hours)
                hours = all.filter { $0 != nil }
            }
        }
        struct Whole: Decodable {
            let hours: [Int]
            init(from decoder: any Decoder) throws { hours = try Compact(from: decoder).hours.compactMap { $0 } }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["hours"],"properties":{"hours":{"type":"array",
                "items":{"type":["integer","null"]}}}}
                """,
            example: #"{"hours":[300,null]}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        for model in [Model("Thing", decoding: Compact.self), Model("Thing", decoding: Whole.self)] {
            let findings = try await trial.findings { model }
            #expect(findings.count == 1)
            let start = "model.wrong-value /models/Thing/schema/properties/hours: 'hours' does not follow '/hours'"
            #expect(findings.first?.hasPrefix("\(start): it has 1 element, not 2 ") == true)
        }
    }

    @Test func findsAPartThatIsOnlyShownBesideAPositiveOne() async throws {
        struct Stay: Decodable {
            let nights: Int, price: Int
            private enum CodingKeys: CodingKey { case nights, price }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                nights = try values.decode(Int.self, forKey: .nights)
                let full = try values.decode(Int.self, forKey: .price)
                price = nights == 0 ? 0 : full
            }
        }
        struct Sound: Decodable {
            let nights: Int, price: Int
            var nightly: Int { nights == 0 ? 0 : price / nights }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["nights","price"],"properties":{"nights":{"type":"integer","minimum":-5},
                "price":{"type":"integer"}}}
                """,
            example: #"{"nights":2,"price":90}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Stay.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/price"])
    }

    // MARK: - Texts with numbers

    @Test func findsAnHourOfTheAfternoonThatIsReadAsOneOfTheMorning() async throws {
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

    @Test func findsTheLongestTextsOfAPatternThatAreCut() async throws {
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

    @Test func findsMoneyThatGoesThroughADouble() async throws {
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
}

/// The minutes of a time of day, by a reading of its hour.
private func minutes(of text: String, _ hour: (Int) -> Int) throws -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { throw CocoaError(.coderReadCorrupt) }
    return hour(parts[0]) * 60 + parts[1]
}
