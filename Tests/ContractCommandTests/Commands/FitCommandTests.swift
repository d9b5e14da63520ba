import CommandTestSupport
import ContractChecking
import Foundation
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `fit` describes the habits of code in its contract and leaves slips as findings.
struct FitCommandTests {
    private struct Release: Decodable {
        struct Asset: Decodable {
            let link: String?
            private enum CodingKeys: String, CodingKey { case link = "href" }
        }
        let tag: String?, isDraft: Bool?, made: Date?, assets: [Asset]?
        private enum CodingKeys: String, CodingKey {
            case tag, assets
            case isDraft = "draft"
            case made = "made_at"
        }
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }

    private static let release = """
        {"schema":{"type":"object","required":["tag","draft","made_at","assets"],"properties":{
        "tag":{"type":"string"},"draft":{"type":"boolean"},"made_at":{"type":"integer","minimum":0,"maximum":4000000000},
        "assets":{"type":"array","items":{"type":"object","required":["href"],"properties":{"href":{"type":"string"}}}}}},
        "examples":[{"tag":"v1","draft":false,"made_at":1700000000,"assets":[{"href":"/a"},{"href":"/b"}]}]}
        """

    static func folder(_ model: String, endpoints: String = "{}") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {
              "service": "shop",
              "origin": "https://shop.example",
              "strictness": "shape",
              "models": {
                "Thing": \(model)
              },
              "endpoints": \(endpoints)
            }

            """, to: "Contracts/shop/contract.json")
        return folder
    }

    static func suite(_ folder: TemporaryFolder, @BindingBuilder _ bindings: () -> [Binding]) -> ContractSuite {
        ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) { Service("shop", bindings) }
    }

    /// Fits a model and returns the rules of the remaining findings.
    private static func remaining(_ schema: String, _ example: String, _ model: Model) async throws -> [String] {
        let folder = try folder(#"{"schema":\#(schema),"examples":[\#(example)]}"#)
        let suite = suite(folder) { model }
        let fit = await CommandOutput.of(["fit", "shop", "--write"], over: suite)
        #expect(fit.code == .success, "\(fit.err)")
        let report = await self.suite(folder) { model }.verify(Options(mode: .replay))
        return report.findings.filter { $0.severity == .error }.map(\.rule)
    }

    /// Leniency towards three members is a habit. Leniency towards two is a slip, regardless of the number of input
    /// kinds.
    @Test func treatsLeniencyTowardsThreeMembersAsAHabit() async throws {
        struct Slip: Decodable { let a: String?, b: Int?, c: Bool, d: Double, e: String, f: String, g: String }
        struct Habit: Decodable { let a: String?, b: Int?, c: Bool?, d: Double, e: String, f: String, g: String }
        let types = ["string", "integer", "boolean", "number", "string", "string", "string"]
        let properties = zip("abcdefg", types).map { #""\#($0)":{"type":"\#($1)"}"# }.joined(separator: ",")
        let schema = #"{"type":"object","required":["a","b","c","d","e","f","g"],"properties":{\#(properties)}}"#
        let example = #"{"a":"x","b":7,"c":true,"d":0.5,"e":"y","f":"z","g":"w"}"#
        let slips = try await Self.remaining(schema, example, Model("Thing", decoding: Slip.self))
        #expect(Set(slips) == ["model.false-accept"])
        #expect(try await Self.remaining(schema, example, Model("Thing", decoding: Habit.self)) == [])
    }

    @Test func comparesAModelWithoutAnInstanceByAMadeUpOne() async throws {
        struct Book: Decodable {
            let label: String
            private enum CodingKeys: String, CodingKey { case label = "title" }
        }
        let folder = try Self.folder(
            #"{"schema":{"type":"object","required":["title"],"properties":{"title":{"type":"string"}}}}"#)
        let suite = Self.suite(folder) { Model("Thing", decoding: Book.self) }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite).out
        #expect(out.contains("models/Thing: 'label' follows '/title'\n"), "\(out)")
        #expect(try !folder.text(of: "Contracts/shop/contract.json").contains("examples"))
    }

    @Test func reportsAModelWithoutAPossibleInstanceAsNotRun() async throws {
        let folder = try Self.folder(#"{"schema":{"type":"string","minLength":3,"maxLength":2}}"#)
        let suite = Self.suite(folder) { Model("Thing", decoding: String.self) }
        let out = await CommandOutput.of(["fit", "shop"], over: suite).out
        #expect(out.contains("\nnot run: 1, because there is no valid instance, and none can be generated\n"), "\(out)")
        #expect(out.hasSuffix("\n  shop/model/Thing\n"), "\(out)")
    }

    @Test func describesALooseClientWithItsOwnKeys() async throws {
        let folder = try Self.folder(Self.release)
        func suite() -> ContractSuite {
            Self.suite(folder) { Model("Thing", decoding: Release.self, decoder: Self.decoder) }
        }
        let file = "Contracts/shop/contract.json"
        let before = try folder.text(of: file)
        let shown = await CommandOutput.of(["fit", "shop"], over: suite())
        #expect(shown.code == .success)
        #expect(try folder.text(of: file) == before)
        for words in [
            #""isDraft": "/draft""#, #""assets[].link": "/assets/*/href""#, #""as": "epoch-seconds""#,
            #"+      "strictness": "lenient""#, "'isDraft' follows '/draft'", "learned from the code: 3\n",
            "looser than the document: 1\n", "make these changes with 'contracts fit shop --write'\n",
        ] { #expect(shown.out.contains(words), "\(words) in \(shown.out)") }

        let written = await CommandOutput.of(["fit", "shop", "--write"], over: suite())
        #expect(written.out.contains("review the change, then run 'contracts verify'"))
        let report = await suite().verify(Options(mode: .replay))
        #expect(report.passed, "\(report.findings.map(\.message))")
        let again = await CommandOutput.of(["fit", "shop"], over: suite())
        #expect(again.out == "no changes to propose: the contract matches the code\n")
    }

    /// No other property of the model is renamed.
    @Test func mapsAPropertyOfElementsOnly() async throws {
        struct List: Decodable { let assets: [Release.Asset] }
        let schema = """
            {"type":"object","required":["assets"],"properties":{"assets":{"type":"array","items":{"type":"object",
            "properties":{"href":{"type":"string"}}}}}}
            """
        let folder = try Self.folder(
            #"{"schema":\#(schema),"examples":[{"assets":[{"href":"/a"},{"href":"/b"}]}]}"#)
        let suite = Self.suite(folder) { Model("Thing", decoding: List.self) }
        let fit = await CommandOutput.of(["fit", "shop"], over: suite)
        #expect(fit.out.contains("models/Thing: 'assets[].link' follows '/assets/*/href'\n"), "\(fit)")
    }

    /// The code reads `created_at` as a date, and therefore refuses every instance with all members.
    @Test func mapsAMemberOfRefusedInstancesAndNeverMarksItUnread() async throws {
        struct Gist: Decodable {
            let files: [String: String], isOpen: Bool?, made: Date?
            private enum CodingKeys: String, CodingKey {
                case files
                case isOpen = "public"
                case made = "created_at"
            }
        }
        let texts = ["created_at", "node", "owner", "etag"].map { #""\#($0)":{"type":"string"}"# }.joined(
            separator: ",")
        let schema = """
            {"type":"object","required":["files"],"properties":{"public":{"type":"boolean"},\(texts),
            "files":{"type":"object","additionalProperties":{"type":"string"}}}}
            """
        let folder = try Self.folder(#"{"schema":\#(schema),"examples":[{"files":{"a":"b"}}]}"#)
        let suite = Self.suite(folder) {
            Model(
                "Thing", decoding: Gist.self,
                decoder: {
                    let decoder = JSONDecoder()
                    decoder.dateDecodingStrategy = .iso8601
                    return decoder
                })
        }
        let fit = await CommandOutput.of(["fit", "shop"], over: suite)
        #expect(fit.out.contains("models/Thing: 'isOpen' follows '/public'\n"), "\(fit)")
        for member in ["etag", "node", "owner"] {
            #expect(fit.out.contains("no property exposes '/\(member)'"), "\(fit)")
        }
        for member in ["public", "created_at"] {
            #expect(!fit.out.contains("no property exposes '/\(member)'"), "\(fit)")
        }
    }

    private static let pair = (
        schema: """
        {"type":"object","required":["rise","set","city"],"properties":{
        "rise":{"type":"string"},"set":{"type":"string"},"city":{"type":"string"}}}
        """, example: #"{"rise":"06:12","set":"18:00","city":"Oslo"}"#
    )

    private struct Day: Decodable {
        let rise: String, set: String, city: String

        init(rise: String, set: String, city: String) { (self.rise, self.set, self.city) = (rise, set, city) }
    }

    @Test func keepsSwappedMembersAsAFinding() async throws {
        let model = Model("Thing") { (json: [String: Any]) -> Day? in
            guard let rise = json["rise"] as? String, let set = json["set"] as? String,
                let city = json["city"] as? String
            else { return nil }
            return Day(rise: set, set: rise, city: city)
        }
        #expect(
            try await Self.remaining(Self.pair.schema, Self.pair.example, model) == [
                "model.wrong-value", "model.wrong-value",
            ])
    }

    @Test func keepsAConstantAsAFinding() async throws {
        let model = Model("Thing") { (json: [String: Any]) -> Day? in
            guard let rise = json["rise"] as? String, json["set"] is String, let city = json["city"] as? String
            else { return nil }
            return Day(rise: rise, set: "18:00", city: city)
        }
        #expect(try await Self.remaining(Self.pair.schema, Self.pair.example, model) == ["model.wrong-value"])
    }

    /// A renamed property that reads a member which another property already reads leaves its own member unread.
    @Test func doesNotMapTheMemberOfAnotherProperty() async throws {
        struct Place: Decodable {
            let rise: String, set: String, town: String
            private enum CodingKeys: String, CodingKey { case rise, set, city }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                rise = try values.decode(String.self, forKey: .rise)
                set = try values.decode(String.self, forKey: .set)
                town = set
                _ = try values.decode(String.self, forKey: .city)
            }
        }
        let model = Model("Thing", decoding: Place.self)
        #expect(try await Self.remaining(Self.pair.schema, Self.pair.example, model) == ["model.unread"])
    }

    /// No instance has a value in the second element. Another element provides its type.
    @Test func readsANullElementLikeTheOthers() async throws {
        struct Route: Decodable {
            struct Stop: Decodable { let city: String, at: Date? }
            let stops: [Stop]
        }
        let schema = """
            {"type":"object","required":["stops"],"properties":{"stops":{"type":"array","items":{"type":"object",
            "required":["city","at"],"properties":{"city":{"type":"string"},"at":{"type":["string","null"]}}}}}}
            """
        let example =
            #"{"stops":[{"city":"Oslo","at":"2026-11-20T08:00:00Z"},{"city":"Rome","at":null}]}"#
        let model = Model(
            "Thing", decoding: Route.self,
            decoder: {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                return decoder
            })
        #expect(try await Self.remaining(schema, example, model) == [])
    }

    // MARK: - Tolerance

    private static let order = (
        schema: """
        {"type":"object","required":["state","tags","sizes"],"properties":{"state":{"enum":["open","closed"]},
        "tags":{"type":"array","items":{"type":"string"}},"sizes":{"type":"array","items":{"type":"integer"}}}}
        """, example: #"{"state":"open","tags":["a","b"],"sizes":[1,2]}"#
    )

    private enum State: String, Decodable {
        case open, closed, unknown

        init(from decoder: any Decoder) throws {
            self = State(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
    }

    private enum StateOrOpen: String, Decodable {
        case open, closed

        init(from decoder: any Decoder) throws {
            self = StateOrOpen(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .open
        }
    }

    /// An array that drops elements it cannot decode.
    private struct Lossy<Element: Decodable>: Decodable {
        private struct Attempt: Decodable {
            let element: Element?
            init(from decoder: any Decoder) { element = try? decoder.singleValueContainer().decode(Element.self) }
        }
        let elements: [Element]
        init(from decoder: any Decoder) throws {
            elements = try decoder.singleValueContainer().decode([Attempt].self).compactMap(\.element)
        }
    }

    private struct LossyOrder: Decodable {
        let state: State, tags: [String], sizes: [Int]

        private enum CodingKeys: String, CodingKey { case state, tags, sizes }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            state = try values.decode(State.self, forKey: .state)
            tags = try values.decode(Lossy<String>.self, forKey: .tags).elements
            sizes = try values.decode(Lossy<Int>.self, forKey: .sizes).elements
        }
    }

    private struct HalfLossyOrder: Decodable {
        let state: State, tags: [String], sizes: [Int]

        private enum CodingKeys: String, CodingKey { case state, tags, sizes }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            state = try values.decode(State.self, forKey: .state)
            tags = try values.decode(Lossy<String>.self, forKey: .tags).elements
            sizes = try values.decode([Int].self, forKey: .sizes)
        }
    }

    @Test func promisesACaseForUnknownValuesAndArraysThatDropBadElements() async throws {
        let folder = try Self.folder(
            #"{"schema":\#(Self.order.schema),"examples":[\#(Self.order.example)]}"#)
        let suite = Self.suite(folder) { Model("Thing", decoding: LossyOrder.self) }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite).out
        let contract = try folder.text(of: "Contracts/shop/contract.json")
        for words in [#""otherwise": "unknown""#, #""pointer": "/tags""#, #""pointer": "/sizes""#, #""lossy": true"#] {
            #expect(contract.contains(words), "\(words) in \(contract)\n\(out)")
        }
        let report = await Self.suite(folder) { Model("Thing", decoding: LossyOrder.self) }.verify(
            Options(mode: .replay))
        #expect(report.findings.filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test func keepsOneArrayThatDropsBadElementsAsAFinding() async throws {
        let model = Model("Thing", decoding: HalfLossyOrder.self)
        let rules = try await Self.remaining(Self.order.schema, Self.order.example, model)
        #expect(!rules.isEmpty && Set(rules).isSubset(of: ["model.false-accept", "model.wrong-value"]), "\(rules)")
    }

    @Test func keepsAnUnknownValueReadAsAKnownOneAsAFinding() async throws {
        struct Order: Decodable { let state: StateOrOpen, tags: [String], sizes: [Int] }
        let model = Model("Thing", decoding: Order.self)
        #expect(try await Self.remaining(Self.order.schema, Self.order.example, model) == ["model.wrong-value"])
    }

    @Test func keepsOneOptionalMemberAsAFinding() async throws {
        struct Loose: Decodable { let rise: String, set: String, city: String? }
        let model = Model("Thing", decoding: Loose.self)
        let rules = try await Self.remaining(Self.pair.schema, Self.pair.example, model)
        #expect(rules == ["model.false-accept", "model.false-accept"])
    }

    @Test func namesAnUnknownService() async throws {
        let folder = try Self.folder(Self.release)
        let output = await CommandOutput.of(
            ["fit", "shpo"], over: Self.suite(folder) { Model("Thing", decoding: Release.self) })
        #expect(output.code == .usage)
        #expect(output.err == "contracts: there is no service 'shpo'; did you mean 'shop'?\n")
    }

    private static let thing = #"{"schema":{"type":"string"},"examples":["a"]}"#

    @Test func doesNotCompareAContractWithoutBoundCode() async throws {
        let file = "Contracts/shop/contract.json"
        let folder = try Self.folder(Self.thing)
        let unbound = await CommandOutput.of(["fit", "shop"], over: Self.suite(folder) {})
        #expect(unbound.code == .notEvaluated && unbound.out == "nothing was compared\n", "\(unbound.out)")
        #expect(
            unbound.err.hasSuffix(
                """
                : error: no code is bound to models/Thing; add to Service("shop"), or name under "unbound" the ones \
                to leave out:
                    Model("Thing", decoding: Thing.self)

                """), "\(unbound.err)")

        let text = try folder.text(of: file)
        try folder.write(text.replacing(#""strictness""#, with: #""unbound": ["models/*"], "strictness""#), to: file)
        let leftOut = await CommandOutput.of(["fit", "shop"], over: Self.suite(folder) {})
        #expect(leftOut.code == .usage && leftOut.out == "")
        #expect(
            leftOut.err == """
                contracts: nothing was compared, because no code is bound to a model or request of 'shop'; add to \
                Service("shop"): Model("Thing", decoding: Thing.self)

                """)
    }

    @Test func refusesAPatternWithoutMatches() async throws {
        let folder = try Self.folder(Self.thing)
        let suite = Self.suite(folder) { Model("Thing", decoding: String.self) }
        let output = await CommandOutput.of(["fit", "shop", "--only", "shop/modle/*"], over: suite)
        #expect(output.code == .usage && output.out == "")
        #expect(output.err == "contracts: no model or request matches 'shop/modle/*'; did you mean 'shop/model/*'?\n")
    }
}
