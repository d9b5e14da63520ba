import ContractChecking
import Foundation
import JSONSchema
import NotesFixture
import Testing

/// Comparison of unusually shaped values with their JSON. Sound values pass, and a wrong part is reported at its
/// location.
struct ValueMapTests {
    // MARK: - Objects that lead back

    /// A node with a reference to its parent.
    private final class Folder {
        let title: String
        let children: [Folder]
        weak var parent: Folder?

        init?(json: [String: Any], isFaulty: Bool = false, depth: Int = 0) {
            guard let title = json["name"] as? String, let children = json["children"] as? [[String: Any]] else {
                return nil
            }
            self.title = isFaulty && depth > 0 ? "child" : title
            let folders = children.compactMap { Folder(json: $0, isFaulty: isFaulty, depth: depth + 1) }
            guard folders.count == children.count else { return nil }
            self.children = folders
            for child in folders { child.parent = self }
        }
    }

    private static let folder = ModelTrial(
        models: """
            "Folder":{"schema":{"type":"object","required":["name","children"],"properties":{"name":{"type":"string"},
            "children":{"type":"array","items":{"$ref":"#/models/Folder/schema"}}}},
            "properties":{"title":"/name"},"ignored":["parent"],
            "examples":[{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]},
            {"name":"d","children":[]}]}]}
            """)

    @Test func comparesACyclicGraph() async throws {
        let findings = try await Self.folder.findings { Model("Folder", { Folder(json: $0) }) }
        #expect(findings == [])
    }

    @Test func findsAFaultDeepInAGraph() async throws {
        let findings = try await Self.folder.findings { Model("Folder", { Folder(json: $0, isFaulty: true) }) }
        #expect(findings.count == 1)
        #expect(
            findings.first?.hasPrefix(
                "model.wrong-value /models/Folder/properties/title: 'children[0].title' does not follow '/children/0/name'"
            )
                ?? false)
    }

    @Test func walksEachObjectOfAGraphOnce() {
        final class Person {
            let name: String
            var friends: [Person] = []
            init(_ name: String) { self.name = name }
        }
        let people = (0..<40).map { Person("\($0)") }
        for person in people { person.friends = people }
        let json = Reflection.json(of: people[0])
        #expect(json["name"] == "0")
        #expect(json["friends"]?[0] == .null)
        #expect(json["friends"]?[1]?["name"] == "1")
        for person in people { person.friends = [] }
    }

    @Test func showsASharedObjectAtEachReference() {
        final class Tag { let text = "x" }
        let tag = Tag()
        #expect(Reflection.json(of: [tag, tag]) == [["text": "x"], ["text": "x"]])
    }

    @Test func endsAtAnObjectThatReferencesItself() async throws {
        final class Box {
            var inner: AnyObject?
            init?(json: [String: Any]) {
                guard json["inner"] is String else { return nil }
                inner = self
            }
        }
        let findings = try await ModelTrial(
            schema: #"{"type":"object","required":["inner"],"properties":{"inner":{"type":"string"}}}"#,
            example: #"{"inner":"a"}"#
        ).places { Model("Thing", Box.init(json:)) }
        #expect(findings == ["model.wrong-value /models/Thing/schema/properties/inner"])
    }

    // MARK: - Dictionaries

    private enum JSONValue: Decodable {
        case string(String), number(Double), object([String: JSONValue]), array([JSONValue]), bool(Bool), null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([JSONValue].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: JSONValue].self))
            }
        }
    }

    private static let settings = ModelTrial(
        schema: """
            {"type":"object","required":["settings"],"properties":{"settings":{"type":"object","additionalProperties":true}}}
            """,
        example: """
            {"settings":{"theme":"dark","size":12,"ratio":1.5,"beta":true,"none":null,"tags":["a",1,null],
            "nested":{"x":[{"y":false}]}}}
            """)

    @Test func comparesADictionaryOfArbitraryValues() async throws {
        struct Settings: Decodable { let settings: [String: JSONValue] }
        #expect(try await Self.settings.findings { Model("Thing", decoding: Settings.self) } == [])
        struct Foundations {
            let settings: [String: Any]
            init?(json: [String: Any]) {
                guard let settings = json["settings"] as? [String: Any] else { return nil }
                self.settings = settings
            }
        }
        #expect(try await Self.settings.findings { Model("Thing", Foundations.init(json:)) } == [])
    }

    @Test func findsAValueMissingFromADictionary() async throws {
        struct Settings: Decodable {
            let settings: [String: JSONValue]
            private enum Key: CodingKey { case settings }
            init(from decoder: any Decoder) throws {
                let all = try decoder.container(keyedBy: Key.self).decode([String: JSONValue].self, forKey: .settings)
                settings = all.filter { if case .null = $0.value { false } else { true } }
            }
        }
        let places = try await Self.settings.places { Model("Thing", decoding: Settings.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/settings"])
    }

    private static let floors = ModelTrial(
        schema: """
            {"type":"object","required":["floors"],"properties":{"floors":{"type":"object","additionalProperties":
            {"type":"object","required":["rooms"],"properties":{"rooms":{"type":"integer"}}}}}}
            """,
        example: #"{"floors":{"-1":{"rooms":2},"0":{"rooms":5},"12":{"rooms":1}}}"#)

    @Test func comparesADictionaryKeyedByNumbers() async throws {
        struct Floor: Decodable { let rooms: Int }
        struct House: Decodable { let floors: [Int: Floor] }
        #expect(try await Self.floors.findings { Model("Thing", decoding: House.self) } == [])

        struct Shifted: Decodable {
            let floors: [Int: Floor]
            init(from decoder: any Decoder) throws {
                let house = try House(from: decoder)
                floors = Dictionary(uniqueKeysWithValues: house.floors.map { ($0.key + 1, $0.value) })
            }
        }
        let places = try await Self.floors.places { Model("Thing", decoding: Shifted.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/floors"])
    }

    // MARK: - Enumerations

    private static let shape = ModelTrial(
        schema: """
            {"type":"object","required":["shape"],"properties":{"shape":{"oneOf":[
            {"type":"object","required":["circle"],"additionalProperties":false,"properties":{"circle":
            {"type":"object","required":["radius"],"properties":{"radius":{"type":"number"}}}}},
            {"type":"object","required":["label"],"additionalProperties":false,"properties":{"label":
            {"type":"object","required":["_0"],"properties":{"_0":{"type":"string"}}}}}]}}}
            """,
        example: #"{"shape":{"circle":{"radius":2}}},{"shape":{"label":{"_0":"a"}}}"#)

    @Test func comparesAnEnumerationWithSynthesisedCoding() async throws {
        enum Shape: Decodable { case circle(radius: Double), label(String) }
        struct Drawing: Decodable { let shape: Shape }
        #expect(try await Self.shape.findings { Model("Thing", decoding: Drawing.self) } == [])

        struct Doubled: Decodable {
            let shape: Shape
            private enum Key: CodingKey { case shape }
            init(from decoder: any Decoder) throws {
                let shape = try decoder.container(keyedBy: Key.self).decode(Shape.self, forKey: .shape)
                if case .circle(let radius) = shape {
                    self.shape = .circle(radius: radius * 2)
                } else {
                    self.shape = shape
                }
            }
        }
        let places = try await Self.shape.places { Model("Thing", decoding: Doubled.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/shape"])
    }

    private static let marked = ModelTrial(
        schema: """
            {"type":"object","required":["mark"],"properties":{"mark":{"oneOf":[
            {"type":"object","required":["kind","label"],"properties":{"kind":{"const":"label"},"label":{"type":"string"}}},
            {"type":"object","required":["kind","circle"],"properties":{"kind":{"const":"circle"},"circle":
            {"type":"object","required":["radius"],"properties":{"radius":{"type":"number"}}}}}]}}}
            """,
        example: #"{"mark":{"kind":"label","label":"a"}},{"mark":{"kind":"circle","circle":{"radius":2}}}"#)

    private struct Circle: Decodable { let radius: Double }
    private struct Marked: Decodable {
        let kind: String
        let circle: Circle
    }
    private struct Labelled: Decodable {
        let kind: String
        let label: String
    }
    private enum Kind: CodingKey { case kind }

    @Test func aPayloadMayHaveAMemberNamedLikeItsCase() async throws {
        enum Mark: Decodable {
            case label(Labelled), circle(Marked)
            init(from decoder: any Decoder) throws {
                switch try decoder.container(keyedBy: Kind.self).decode(String.self, forKey: .kind) {
                case "label": self = .label(try Labelled(from: decoder))
                case "circle": self = .circle(try Marked(from: decoder))
                default: throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no such kind"))
                }
            }
        }
        struct Drawing: Decodable { let mark: Mark }
        #expect(try await Self.marked.findings { Model("Thing", decoding: Drawing.self) } == [])

        struct Doubled: Decodable {
            let mark: Mark
            private enum Key: CodingKey { case mark }
            init(from decoder: any Decoder) throws {
                let mark = try decoder.container(keyedBy: Key.self).decode(Mark.self, forKey: .mark)
                if case .circle(let marked) = mark {
                    self.mark = .circle(Marked(kind: "circle", circle: Circle(radius: marked.circle.radius * 2)))
                } else {
                    self.mark = mark
                }
            }
        }
        let places = try await Self.marked.places { Model("Thing", decoding: Doubled.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/mark"])
    }

    // MARK: - Models that store nothing

    /// Keeps the JSON and exposes its members through computed properties.
    private struct Wrapped {
        let json: [String: Any]
        var name: String? { json["name"] as? String }
        init?(json: [String: Any]) {
            guard json["name"] is String else { return nil }
            self.json = json
        }
    }

    @Test func readsANestedModelThroughItsBinding() async throws {
        struct Pair {
            let first: Wrapped
            init?(json: [String: Any]) {
                guard let first = (json["first"] as? [String: Any]).flatMap(Wrapped.init(json:)) else { return nil }
                self.first = first
            }
        }
        let trial = ModelTrial(
            models: """
                "Pair":{"schema":{"type":"object","required":["first"],"properties":{"first":
                {"$ref":"#/models/Wrapped/schema"}}},"examples":[{"first":{"name":"a"}}]},
                "Wrapped":{"schema":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}},
                "examples":[{"name":"a"}]}
                """)
        let sound = try await trial.findings {
            Model("Pair", Pair.init(json:))
            Model("Wrapped", Wrapped.init(json:), reading: { ["name": $0.name] })
        }
        #expect(sound == [])
        let wrong = try await trial.places {
            Model("Pair", Pair.init(json:))
            Model("Wrapped", Wrapped.init(json:), reading: { ["name": $0.name.map { "\($0)!" }] })
        }
        #expect(
            Set(wrong) == ["model.wrong-value /models/Wrapped/schema/properties/name"])
    }

    // MARK: - Variants

    private static let payment = ModelTrial(
        models: """
            "Payment":{"schema":{"oneOf":[{"$ref":"#/models/Card/schema"},{"$ref":"#/models/Cash/schema"}]},
            "discriminator":"/kind","variants":{"card":"Card","cash":"Cash"},
            "examples":[{"kind":"card","last4":"1234"},{"kind":"cash","given":20}]},
            "Card":{"schema":{"type":"object","required":["kind","last4"],"properties":{"kind":{"const":"card"},
            "last4":{"type":"string"}}},"examples":[{"kind":"card","last4":"1234"}]},
            "Cash":{"schema":{"type":"object","required":["kind","given"],"properties":{"kind":{"const":"cash"},
            "given":{"type":"number"}}},"examples":[{"kind":"cash","given":20}]}
            """)
    private struct Card: Decodable { let last4: String }
    private struct Cash: Decodable { let given: Double }
    private enum Payment: Decodable {
        case card(Card), cash(Cash)
        private enum Key: CodingKey { case kind }
        init(from decoder: any Decoder) throws {
            let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
            switch kind {
            case "card": self = .card(try Card(from: decoder))
            case "cash": self = .cash(try Cash(from: decoder))
            default: throw DecodingError.dataCorrupted(.init(codingPath: [Key.kind], debugDescription: kind))
            }
        }
    }

    @Test func doesNotRequireAPayloadToReadItsTag() async throws {
        let findings = try await Self.payment.findings {
            Model("Payment", decoding: Payment.self)
            Model(
                "Card",
                { (json: [String: Any]) in
                    json["kind"] as? String == "card" ? (json["last4"] as? String).map(Card.init) : nil
                })
            Model(
                "Cash",
                { (json: [String: Any]) -> Cash? in
                    guard json["kind"] as? String == "cash", let given = json["given"] as? NSNumber,
                        !Strict.isBoolean(given)
                    else { return nil }
                    return Cash(given: given.doubleValue)
                })
        }
        #expect(findings == [])
    }

    @Test func requiresAPayloadToReadEverythingElse() async throws {
        struct Blank: Decodable {}
        let places = try await Self.payment.places {
            Model("Payment", decoding: Payment.self)
            Model("Card", decoding: Blank.self)
            Model("Cash", decoding: Cash.self)
        }
        #expect(places.contains("model.unread /models/Card/schema/properties/last4"))
        #expect(!places.contains { $0.hasPrefix("model.unread") && $0.hasSuffix("kind") })
    }

    /// A variant named like the type itself, with and without an explicit model. The value is compared once, as that
    /// variant.
    @Test(arguments: ["", #","model":"Ticket""#, #","model":"Pass""#])
    func comparesAVariantNamedLikeItsType(_ model: String) async throws {
        let trial = ModelTrial(
            models: """
                "Ticket":{"schema":\(Self.ticket),"discriminator":"/kind",
                "variants":{"ticket":{"case":"Ticket"\(model)}},"examples":[{"kind":"ticket","seat":"4A"}]},
                "Pass":{"schema":\(Self.ticket),"discriminator":"/kind",
                "variants":{"ticket":{"case":"Ticket","model":"Ticket"}},"examples":[{"kind":"ticket","seat":"4A"}]}
                """)
        for seat in ["seat", "kind"] {
            let make: @Sendable ([String: Any]) -> Ticket? = { json in
                guard json["kind"] as? String == "ticket", json["seat"] is String, let seat = json[seat] as? String
                else { return nil }
                return Ticket(seat: seat)
            }
            let findings = try await trial.findings {
                Model("Ticket", make)
                Model("Pass", make)
            }
            #expect(findings.isEmpty == (seat == "seat"), "\(findings)")
            #expect(
                findings.allSatisfy {
                    $0.contains("Ticket.seat' does not follow '/seat' (wrong for 12 inputs, first: example 1, where ")
                },
                "\(findings)")
        }
    }

    private static let ticket = """
        {"type":"object","required":["kind","seat"],"properties":{"kind":{"const":"ticket"},"seat":{"type":"string"}}}
        """
    private final class Ticket: Sendable {
        let seat: String
        init(seat: String) { self.seat = seat }
    }
}
