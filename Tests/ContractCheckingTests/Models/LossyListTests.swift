import ContractChecking
import Foundation
import Testing

/// Lossy lists, which keep exactly the elements that their model accepts.
struct LossyListTests {
    /// A list of the elements that its type decodes. `Cut`, a careless variant, stops at the first invalid one.
    private struct Lossy<Element: Decodable>: Decodable {
        let elements: [Element]
        private struct Skipped: Decodable {}
        init(from decoder: any Decoder) throws { elements = try Self.elements(decoder, stops: false) }
        static func elements(_ decoder: any Decoder, stops: Bool) throws -> [Element] {
            var list = try decoder.unkeyedContainer()
            var elements: [Element] = []
            while !list.isAtEnd {
                do { elements.append(try list.decode(Element.self)) } catch {
                    if stops { break }
                    _ = try list.decode(Skipped.self)
                }
            }
            return elements
        }
    }

    private struct Cut<Element: Decodable>: Decodable {
        let elements: [Element]
        init(from decoder: any Decoder) throws { elements = try Lossy<Element>.elements(decoder, stops: true) }
    }

    // MARK: - Elements beyond the platform

    private struct Visit: Decodable { let at: Date, link: URL }

    private static let visits = ModelTrial(
        schema: """
            {"type":"object","required":["visits"],"properties":{"visits":{"type":"array","items":{"type":"object",
            "required":["at","link"],"properties":{"at":{"type":"string","format":"date-time"},
            "link":{"type":"string"}}}}}}
            """,
        example: #"{"visits":[{"at":"2024-02-29T10:00:00Z","link":"/a"},{"at":"2024-03-01T10:00:00Z","link":"/b"}]}"#,
        words: #""properties":{"visits":{"lossy":true}},"#)

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    @Test func requiresALossyListToSkipOnlyElementsThatThePlatformRejects() async throws {
        struct Log: Decodable {
            let visits: [Visit]
            private enum CodingKeys: CodingKey { case visits }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                visits = try container.decode(Lossy<Visit>.self, forKey: .visits).elements
            }
        }
        struct CutLog: Decodable {
            let visits: [Visit]
            private enum CodingKeys: CodingKey { case visits }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                visits = try container.decode(Cut<Visit>.self, forKey: .visits).elements
            }
        }
        #expect(try await Self.visits.findings { Model("Thing", decoding: Log.self, decoder: Self.decoder) } == [])
        let report = try await Self.visits.report { Model("Thing", decoding: CutLog.self, decoder: Self.decoder) }
        #expect(report.findings.map(\.rule) == ["model.wrong-value"])
    }

    // MARK: - Elements with a model of their own

    private struct Stay: Decodable {
        let from: Int, to: Int, note: String
        private enum CodingKeys: CodingKey { case from, to, note }
        private struct Backwards: Error {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            from = try container.decode(Int.self, forKey: .from)
            to = try container.decode(Int.self, forKey: .to)
            note = try container.decodeIfPresent(String.self, forKey: .note) ?? "none"
            if to < from { throw Backwards() }
        }
    }

    private static func trip(_ elements: String, _ words: String = "") -> ModelTrial {
        ModelTrial(
            models: """
                "Trip":{"schema":{"type":"object","required":["stays"],"properties":{"stays":
                {"type":"array","items":\(elements)}}},"properties":{"stays":{"lossy":true\(words)}},
                "examples":[{"stays":[{"from":1,"to":3,"note":"a"},{"from":3,"to":4,"note":"b"}]}]},
                "Stay":{"schema":\(stay),"related":[["from","to"]],"properties":{"note":{"absent":"none"}},
                "examples":[{"from":1,"to":3,"note":"a"}]}
                """)
    }

    private static let stay = """
        {"type":"object","required":["from","to","note"],"properties":{"from":{"type":"integer"},
        "to":{"type":"integer"},"note":{"type":"string"}}}
        """

    @Test(arguments: [(##"{"$ref":"#/models/Stay/schema"}"##, ""), (stay, #","model":"Stay""#)])
    func requiresALossyListToSkipOnlyElementsThatTheirModelRejects(_ elements: String, _ words: String) async throws {
        struct Trip: Decodable {
            let stays: [Stay]
            private enum CodingKeys: CodingKey { case stays }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                stays = try container.decode(Lossy<Stay>.self, forKey: .stays).elements
            }
        }
        struct CutTrip: Decodable {
            let stays: [Stay]
            private enum CodingKeys: CodingKey { case stays }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                stays = try container.decode(Cut<Stay>.self, forKey: .stays).elements
            }
        }
        let trial = Self.trip(elements, words)
        let findings = try await trial.findings {
            Model("Trip", decoding: Trip.self)
            Model("Stay", decoding: Stay.self)
        }
        #expect(findings == [])
        let report = try await trial.report {
            Model("Trip", decoding: CutTrip.self)
            Model("Stay", decoding: Stay.self)
        }
        #expect(Set(report.findings.map(\.rule)) == ["model.wrong-value"])
    }

    // MARK: - Elements of an enumeration

    private enum Channel: String, Decodable { case mail, sms }

    private static let channels = ModelTrial(
        schema: """
            {"type":"object","required":["notify"],"properties":{"notify":{"type":"array","items":
            {"type":"string","enum":["mail","sms"]}}}}
            """,
        example: #"{"notify":["mail","sms"]}"#, words: #""properties":{"notify":{"lossy":true}},"#)

    @Test func allowsALossyEnumerationListToRejectOrSkipNonStrings() async throws {
        struct Looked: Decodable {
            let notify: [Channel]
            private enum CodingKeys: CodingKey { case notify }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                notify = try container.decode([String].self, forKey: .notify).compactMap(Channel.init)
            }
        }
        struct Leftover: Decodable {
            let notify: [Channel]
            private enum CodingKeys: CodingKey { case notify }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                notify = try container.decode(Lossy<Channel>.self, forKey: .notify).elements
            }
        }
        #expect(try await Self.channels.findings { Model("Thing", decoding: Looked.self) } == [])
        #expect(try await Self.channels.findings { Model("Thing", decoding: Leftover.self) } == [])
    }

    @Test func requiresALossyListToDropUnknownEnumerationValues() async throws {
        struct Strict: Decodable { let notify: [Channel] }
        struct Kept: Decodable { let notify: [String] }
        let strict = try await Self.channels.report { Model("Thing", decoding: Strict.self) }
        #expect(Set(strict.findings.map(\.rule)) == ["model.false-reject"])
        let kept = try await Self.channels.report { Model("Thing", decoding: Kept.self) }
        #expect(kept.findings.map(\.rule) == ["model.wrong-value"])
    }

    // MARK: - Elements that the schema accepts and does not list

    private enum Method: String { case card, cash }

    /// Methods of payment, of which any text may come.
    private static let methods = ModelTrial(
        schema: """
            {"type":"object","required":["methods"],"properties":{"methods":{"type":"array","items":{
            "anyOf":[{"enum":["card","cash"]},{"type":"string"}]}}}}
            """,
        example: #"{"methods":["card","cash"]}"#, words: #""properties":{"methods":{"lossy":true}},"#)

    @Test func allowsALossyListWithoutUnlistedElements() async throws {
        struct Till { let methods: [Method] }
        func places(_ read: @escaping @Sendable ([String]) -> [Method]) async throws -> [String] {
            try await Self.methods.places {
                Model("Thing") { json in (json["methods"] as? [String]).map { Till(methods: read($0)) } }
            }
        }
        #expect(try await places { $0.compactMap(Method.init(rawValue:)) } == [])
        let reversed = try await places { $0.reversed().compactMap(Method.init(rawValue:)) }
        #expect(reversed == ["model.wrong-value /models/Thing/properties/methods"])
    }
}
