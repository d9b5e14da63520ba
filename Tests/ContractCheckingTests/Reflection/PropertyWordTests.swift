import ContractChecking
import Foundation
import Testing

/// Keywords that a contract may set for a property besides its pointer.
struct PropertyWordTests {
    // MARK: - One member out of each object

    private static let deck = (
        schema: """
        {"type":"object","required":["cards"],"properties":{"cards":{"type":"object","required":["data"],"properties":{
        "data":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},
        "note":{"type":"string"}}}}}}}}
        """,
        example: #"{"cards":{"data":[{"id":"a","note":"x"},{"id":"b"},{"id":"c","note":"y"}]}}"#
    )

    private struct Deck: Decodable {
        struct Card: Decodable {
            let id: String
            let note: String?
        }
        struct Cards: Decodable { let data: [Card] }
        enum CodingKeys: CodingKey { case cards }

        let ids: [String]
        let notes: [String]

        init(_ cards: [Card]) { (ids, notes) = (cards.map(\.id), cards.compactMap(\.note)) }
        init(from decoder: any Decoder) throws {
            self.init(try decoder.container(keyedBy: CodingKeys.self).decode(Cards.self, forKey: .cards).data)
        }
    }

    private static func deckTrial(_ properties: String) -> ModelTrial {
        ModelTrial(schema: deck.schema, example: deck.example, words: #""properties":{\#(properties)},"#)
    }

    @Test func collectsOneMemberOfEachObject() async throws {
        let trial = Self.deckTrial(#""ids":"/cards/data/*/id","notes":"/cards/data/*/note""#)
        #expect(try await trial.findings { Model("Thing", decoding: Deck.self) } == [])

        struct Optional: Decodable {
            let ids: [String]
            let notes: [String?]
            init(from decoder: any Decoder) throws {
                let cards = try decoder.container(keyedBy: Deck.CodingKeys.self).decode(Deck.Cards.self, forKey: .cards)
                (ids, notes) = (cards.data.map(\.id), cards.data.map(\.note))
            }
        }
        #expect(try await trial.findings { Model("Thing", decoding: Optional.self) } == [])
    }

    @Test func findsDroppedOrReorderedCollectedMembers() async throws {
        struct First: Decodable {
            let ids: [String]
            let notes: [String]
            init(from decoder: any Decoder) throws {
                let deck = try Deck(from: decoder)
                (ids, notes) = (Array(deck.ids.prefix(2)), deck.notes)
            }
        }
        struct Swapped: Decodable {
            let ids: [String]
            let notes: [String]
            init(from decoder: any Decoder) throws {
                let deck = try Deck(from: decoder)
                (ids, notes) = (deck.ids.reversed(), deck.notes)
            }
        }
        let trial = Self.deckTrial(#""ids":"/cards/data/*/id","notes":"/cards/data/*/note""#)
        let first = try await trial.findings { Model("Thing", decoding: First.self) }
        #expect(first.count == 1)
        #expect(first.first?.contains("'ids' does not follow '/cards/data'") == true, "\(first)")
        let swapped = try await trial.findings { Model("Thing", decoding: Swapped.self) }
        #expect(swapped.count == 1)
        #expect(
            swapped[0].contains("'ids[0]' does not follow '/cards/data/0/id': the elements are in a different order"))
    }

    /// An element whose member the schema refuses may be left out, like an element without it.
    @Test(arguments: [true, false])
    func allowsLeavingOutARefusedMember(isSound: Bool) async throws {
        struct Parcel { let ids: [String] }
        let trial = ModelTrial(
            schema: """
                {"type":"object","properties":{"data":{"type":"array","items":{"type":"object",
                "required":["id"],"properties":{"id":{"type":"string"}}}}}}
                """,
            example: #"{"data":[{"id":"a"},{"id":"b"}]}"#,
            words: #""strictness":"lenient","properties":{"ids":{"pointer":"/data/*/id","absent":[]}},"#)
        let places = try await trial.places {
            Model("Thing") { (json: [String: Any]) -> Parcel? in
                let ids = (json["data"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
                return Parcel(ids: isSound ? ids : ids.filter { $0 != "b" })
            }
        }
        #expect(places == (isSound ? [] : ["model.wrong-value /models/Thing/properties/ids"]))
    }

    @Test func findsAnUnreadMemberBesideACollectedOne() async throws {
        struct Ids: Decodable {
            let ids: [String]
            init(from decoder: any Decoder) throws { ids = try Deck(from: decoder).ids }
        }
        let places = try await Self.deckTrial(#""ids":"/cards/data/*/id""#).findings {
            Model("Thing", decoding: Ids.self)
        }
        #expect(places.count == 1)
        #expect(places.first?.contains("'/cards/data/*/note' is never read") == true, "\(places)")
    }

    @Test func comparesEachCollectedObjectByItsModel() async throws {
        struct Owner: Decodable { let name: String }
        struct Shelf: Decodable {
            struct Box: Decodable { let owner: Owner }
            let owners: [Owner]
            private enum Key: CodingKey { case boxes }
            init(from decoder: any Decoder) throws {
                owners = try decoder.container(keyedBy: Key.self).decode([Box].self, forKey: .boxes).map(\.owner)
            }
        }
        struct Renamed: Decodable {
            struct Owner: Decodable { let name: String }
            let owners: [Owner]
            init(from decoder: any Decoder) throws {
                owners = try Shelf(from: decoder).owners.map { Owner(name: $0.name.uppercased()) }
            }
        }
        let trial = ModelTrial(
            models: """
                "Shelf":{"schema":{"type":"object","required":["boxes"],"properties":{"boxes":{"type":"array","items":{
                "type":"object","required":["owner"],"properties":{"owner":{"$ref":"#/models/Owner/schema"}}}}}},
                "properties":{"owners":{"pointer":"/boxes/*/owner","model":"Owner"}},
                "examples":[{"boxes":[{"owner":{"name":"ada"}},{"owner":{"name":"max"}}]}]},
                "Owner":{"schema":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
                "examples":[{"name":"ada"}]}
                """)
        let sound = try await trial.findings {
            Model("Shelf", decoding: Shelf.self)
            Model("Owner", decoding: Owner.self)
        }
        #expect(sound == [])
        let faulty = try await trial.findings {
            Model("Shelf", decoding: Renamed.self)
            Model("Owner", decoding: Owner.self)
        }
        #expect(!faulty.isEmpty)
        #expect(faulty.allSatisfy { $0.hasPrefix("model.wrong-value") }, "\(faulty)")
    }

    // MARK: - Missing and null

    private static func box(_ word: String, required: Bool, nullable: Bool) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":[\(required ? #""tags""# : "")],"properties":{"tags":{
                "type":\(nullable ? #"["array","null"]"# : #""array""#),"items":{"type":"string"}}}}
                """, example: #"{"tags":["a","b"]}"#, words: #""properties":{"tags":{"\#(word)":[]}},"#)
    }

    /// Reads missing tags as an empty list. `NullBox` does so for null, `EitherBox` for both.
    private struct MissingBox: Decodable {
        let tags: [String]
        enum Key: CodingKey { case tags }
        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            tags = box.contains(.tags) ? try box.decode([String].self, forKey: .tags) : []
        }
    }
    private struct NullBox: Decodable {
        let tags: [String]
        init(from decoder: any Decoder) throws {
            tags = try decoder.container(keyedBy: MissingBox.Key.self).decode([String]?.self, forKey: .tags) ?? []
        }
    }
    private struct EitherBox: Decodable {
        let tags: [String]
        init(from decoder: any Decoder) throws {
            tags =
                try decoder.container(keyedBy: MissingBox.Key.self).decodeIfPresent([String].self, forKey: .tags) ?? []
        }
    }
    private struct StrictBox: Decodable { let tags: [String] }

    @Test func distinguishesDefaultsForMissingNullAndBoth() async throws {
        let missing = Self.box("missing", required: false, nullable: false)
        #expect(try await missing.findings { Model("Thing", decoding: MissingBox.self) } == [])
        #expect(try await missing.findings { Model("Thing", decoding: EitherBox.self) } == [])
        let refusesMissing = try await missing.findings { Model("Thing", decoding: NullBox.self) }
        #expect(!refusesMissing.isEmpty)
        #expect(refusesMissing.allSatisfy { $0.hasPrefix("model.false-reject") }, "\(refusesMissing)")

        let null = Self.box("null", required: true, nullable: true)
        #expect(try await null.findings { Model("Thing", decoding: NullBox.self) } == [])
        #expect(try await null.findings { Model("Thing", decoding: EitherBox.self) } == [])
        let refusesNull = try await null.findings { Model("Thing", decoding: MissingBox.self) }
        #expect(!refusesNull.isEmpty)
        #expect(refusesNull.allSatisfy { $0.hasPrefix("model.false-reject") }, "\(refusesNull)")

        let both = Self.box("absent", required: true, nullable: false)
        #expect(try await both.findings { Model("Thing", decoding: EitherBox.self) } == [])
        for words in [missing, null, both] {
            #expect(!(try await words.findings { Model("Thing", decoding: StrictBox.self) }).isEmpty)
        }
        #expect(!(try await both.findings { Model("Thing", decoding: NullBox.self) }).isEmpty)
        #expect(!(try await both.findings { Model("Thing", decoding: MissingBox.self) }).isEmpty)
    }

    @Test func findsADefaultThatContradictsTheContract() async throws {
        struct Other: Decodable {
            let tags: [String]
            init(from decoder: any Decoder) throws {
                tags =
                    try decoder.container(keyedBy: MissingBox.Key.self).decodeIfPresent([String].self, forKey: .tags)
                    ?? ["none"]
            }
        }
        for word in ["missing", "null", "absent"] {
            let found = try await Self.box(word, required: false, nullable: true).findings {
                Model("Thing", decoding: Other.self)
            }
            #expect(found.contains { $0.hasPrefix("model.wrong-value") }, "\(word): \(found)")
        }
    }

    // MARK: - Cases

    private enum Level: Decodable {
        case low, high, other
        init(from decoder: any Decoder) throws {
            switch try decoder.singleValueContainer().decode(Int.self) {
            case 1: self = .low
            case 2: self = .high
            default: self = .other
            }
        }
    }
    private struct Alarm: Decodable {
        let level: Level
        let past: [Level]
    }

    private static func alarm(_ words: String = #""cases":{"1":"low","2":"high"},"otherwise":"other""#) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["level","past"],"properties":{"level":{"enum":[1,2]},
                "past":{"type":"array","items":{"enum":[1,2]}}}}
                """, example: #"{"level":1,"past":[2,1]}"#,
            words: #""properties":{"level":{\#(words)},"past":{\#(words)}},"#)
    }

    @Test func comparesAnEnumerationByItsCaseNames() async throws {
        let found = try await Self.alarm().findings { Model("Thing", decoding: Alarm.self) }
        #expect(found == [])
    }

    @Test func findsSwappedCases() async throws {
        struct Swapped: Decodable {
            enum Level: Int, Decodable { case high = 1, low = 2 }
            let level: Level
            let past: [Level]
        }
        struct Right: Decodable {
            enum Level: Int, Decodable { case low = 1, high = 2 }
            let level: Level
            let past: [Level]
        }
        let trial = Self.alarm(#""cases":{"1":"low","2":"high"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Right.self) } == [])
        let found = try await trial.findings { Model("Thing", decoding: Swapped.self) }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasPrefix("model.wrong-value") }, "\(found)")
    }

    @Test func comparesCasesByNameDespiteACustomDescription() async throws {
        struct Right: Decodable {
            enum Level: Int, Decodable, CustomStringConvertible {
                case low = 1, high = 2
                var description: String { "level \(rawValue)" }
            }
            let level: Level
            let past: [Level]
        }
        struct Swapped: Decodable {
            enum Level: Int, Decodable, CustomStringConvertible {
                case high = 1, low = 2
                var description: String { rawValue == 1 ? "low" : "high" }
            }
            let level: Level
            let past: [Level]
        }
        let trial = Self.alarm(#""cases":{"1":"low","2":"high"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Right.self) } == [])
        let found = try await trial.findings { Model("Thing", decoding: Swapped.self) }
        #expect(found.contains { $0.contains("where '/level' is 1 and 'level' is \"high\"") }, "\(found)")
    }

    // MARK: - Known values beside an open enumeration

    @Test(
        arguments: [
            #"{"enum":["open","closed"]}"#, #"{"anyOf":[{"enum":["open","closed"]},{"type":"string"}]}"#,
            #"{"oneOf":[{"const":"open"},{"const":"closed"}]}"#,
        ])
    func findsAKnownValueReadAsTheUnknownCase(schema: String) async throws {
        enum Sound: String, Decodable {
            case open, closed, unknown
            init(from decoder: any Decoder) throws {
                self = Sound(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        enum Misspelt: String, Decodable {
            case open, closed = "clsoed", unknown
            init(from decoder: any Decoder) throws {
                self = Misspelt(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        struct Ticket<State: Decodable>: Decodable { let state: State, past: [State], by: [String: State] }
        let words = #"{"otherwise":"unknown"}"#
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["state","past","by"],"properties":{"state":\(schema),
                "past":{"type":"array","items":\(schema)},"by":{"type":"object","additionalProperties":{"enum":["open"]}}}}
                """, example: #"{"state":"open","past":["open"],"by":{"a":"open"}}"#,
            words: #""properties":{"state":\#(words),"past":\#(words)},"#)
        #expect(try await trial.findings { Model("Thing", decoding: Ticket<Sound>.self) } == [])
        let found = try await trial.findings { Model("Thing", decoding: Ticket<Misspelt>.self) }
        #expect(found.contains { $0.contains("'state'") }, "\(found)")
        #expect(found.contains { $0.contains("'past") }, "\(found)")
    }

    // MARK: - Checked members

    private struct Event: Decodable { let id: Int }
    private struct CheckedEvent: Decodable {
        struct Other: Error {}
        let id: Int
        private enum Key: CodingKey { case id, object }
        init(from decoder: any Decoder) throws {
            let event = try decoder.container(keyedBy: Key.self)
            guard try event.decode(String.self, forKey: .object) == "event" else { throw Other() }
            id = try event.decode(Int.self, forKey: .id)
        }
    }
    private struct ShownEvent: Decodable {
        let id: Int
        let isEvent: Bool
        private enum Key: CodingKey { case id, object }
        init(from decoder: any Decoder) throws {
            let event = try decoder.container(keyedBy: Key.self)
            isEvent = try event.decode(String.self, forKey: .object) == "event"
            id = try event.decode(Int.self, forKey: .id)
        }
    }

    private static func event(_ words: String) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["id","object"],"properties":{"id":{"type":"integer"},
                "object":{"const":"event"}}}
                """, example: #"{"id":7,"object":"event"}"#, words: words)
    }

    @Test(arguments: ["shape", "lenient", "exact"])
    func findsAModelThatIgnoresACheckedMember(strictness: String) async throws {
        let trial = Self.event(#""checked":["/object"],"strictness":"\#(strictness)","#)
        #expect(try await trial.findings { Model("Thing", decoding: CheckedEvent.self) } == [])
        let found = try await trial.findings { Model("Thing", decoding: Event.self) }
        #expect(found.contains { $0.hasPrefix("model.false-accept") }, "\(found)")
        let unread = Self.event(#""unread":["/object"],"strictness":"\#(strictness)","#)
        #expect(try await unread.findings { Model("Thing", decoding: Event.self) } == [])
    }

    @Test func acceptsAModelThatExposesACheckedMember() async throws {
        let trial = Self.event(#""checked":["/object"],"ignored":["isEvent"],"strictness":"lenient","#)
        #expect(try await trial.findings { Model("Thing", decoding: ShownEvent.self) } == [])
    }
}
