import CommandTestSupport
import ContractChecking
import Foundation
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `fit` describes the habits of code in its contract, and leaves slips as findings.
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

    private static func folder(_ model: String, endpoints: String = "{}") throws -> TemporaryFolder {
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

    private static func suite(_ folder: TemporaryFolder, @BindingBuilder _ bindings: () -> [Binding]) -> ContractSuite {
        ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) { Service("shop", bindings) }
    }

    /// Fits a model, and returns the rules of the findings that are left.
    private static func remaining(_ schema: String, _ example: String, _ model: Model) async throws -> [String] {
        let folder = try folder(#"{"schema":\#(schema),"examples":[\#(example)]}"#)
        let suite = suite(folder) { model }
        let fit = await CommandOutput.of(["fit", "shop", "--write"], over: suite)
        #expect(fit.code == .success, "\(fit.err)")
        let report = await self.suite(folder) { model }.verify(Options(mode: .replay))
        return report.findings.filter { $0.severity == .error }.map(\.rule)
    }

    @Test func aLooseClientWithKeysOfItsOwnIsDescribed() async throws {
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
        #expect(again.out == "nothing to propose: the contract describes the code\n")
    }

    /// Nothing else of the model has a name of its own.
    @Test func aPropertyOfElementsAloneIsMapped() async throws {
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

    /// The code reads `created_at` as a date, and so refuses every instance with all members.
    @Test func aMemberOfRefusedInstancesIsMappedAndNeverCalledUnread() async throws {
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
            #expect(fit.out.contains("no property shows '/\(member)'"), "\(fit)")
        }
        for member in ["public", "created_at"] {
            #expect(!fit.out.contains("no property shows '/\(member)'"), "\(fit)")
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

    @Test func swappedMembersStayAFinding() async throws {
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

    @Test func aConstantStaysAFinding() async throws {
        let model = Model("Thing") { (json: [String: Any]) -> Day? in
            guard let rise = json["rise"] as? String, json["set"] is String, let city = json["city"] as? String
            else { return nil }
            return Day(rise: rise, set: "18:00", city: city)
        }
        #expect(try await Self.remaining(Self.pair.schema, Self.pair.example, model) == ["model.wrong-value"])
    }

    /// A property of another name that reads what another one reads already leaves its own member unread.
    @Test func theMemberOfAnotherPropertyIsNotMapped() async throws {
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

    /// No instance has a value in the second element, whose type another one tells.
    @Test func anElementThatIsNullIsReadAsTheOthers() async throws {
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

    /// An array that leaves out what it cannot decode.
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

    @Test func aCaseForUnknownValuesAndArraysThatLeaveOutBadElementsArePromised() async throws {
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

    @Test func oneArrayThatLeavesOutBadElementsStaysAFinding() async throws {
        let model = Model("Thing", decoding: HalfLossyOrder.self)
        let rules = try await Self.remaining(Self.order.schema, Self.order.example, model)
        #expect(!rules.isEmpty && Set(rules).isSubset(of: ["model.false-accept", "model.wrong-value"]), "\(rules)")
    }

    @Test func anUnknownValueThatBecomesAKnownOneStaysAFinding() async throws {
        struct Order: Decodable { let state: StateOrOpen, tags: [String], sizes: [Int] }
        let model = Model("Thing", decoding: Order.self)
        #expect(try await Self.remaining(Self.order.schema, Self.order.example, model) == ["model.wrong-value"])
    }

    @Test func oneMemberThatMayBeMissingStaysAFinding() async throws {
        struct Loose: Decodable { let rise: String, set: String, city: String? }
        let model = Model("Thing", decoding: Loose.self)
        let rules = try await Self.remaining(Self.pair.schema, Self.pair.example, model)
        #expect(rules == ["model.false-accept", "model.false-accept"])
    }

    // MARK: - Requests

    private static func endpoint(_ path: String) -> String {
        """
        {"arguments":{"limit":{"type":["integer","null"]}},
        "request":{"method":"GET","path":"\(path)","query":{"limit":"{limit}"}},
        "responses":{"200":{"schema":{"type":"object"}}},"cases":[{"name":"all","status":200}]}
        """
    }

    private static func builder(_ path: String, adds: Bool) -> Endpoint {
        Endpoint(path) { arguments in
            let limit: Int? = try arguments["limit"]
            let query = (limit ?? (adds ? 50 : nil)).map { "?limit=\($0)" } ?? ""
            guard let url = URL(string: "https://shop.example/\(path)\(query)") else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            if adds { request.setValue("2", forHTTPHeaderField: "X-Client-Version") }
            return request
        }
    }

    /// The words of `fit` over two endpoints, of which one or both add a header and a value.
    private static func proposals(both: Bool) async throws -> (out: String, contract: String) {
        let folder = try folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: #"{"books":\#(endpoint("/books")),"authors":\#(endpoint("/authors"))}"#)
        let suite = suite(folder) {
            Model("Thing", decoding: String.self)
            builder("books", adds: true)
            builder("authors", adds: both)
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite).out
        return (out, try folder.text(of: "Contracts/shop/contract.json"))
    }

    @Test func whatAllBuildersAddIsAllowed() async throws {
        let (out, contract) = try await Self.proposals(both: true)
        #expect(out.contains("looser than the document: 4\n"), "\(out)")
        #expect(contract.contains(#""allowedHeaders": ["X-Client-Version"]"#), "\(contract)")
        #expect(contract.contains(#""default": 50"#), "\(contract)")
    }

    @Test func whatOneBuilderAddsStaysAFinding() async throws {
        let (out, contract) = try await Self.proposals(both: false)
        #expect(!contract.contains("allowedHeaders"))
        #expect(
            out == """
                nothing to propose: the contract describes the code

                left as findings, as a value would be lost: 2
                  endpoints/books: the builder adds the header 'X-Client-Version'; on purpose: "allowedHeaders": ["X-Client-Version"]
                  endpoints/books: the builder sends limit=50 where 'limit' is left out; on purpose: "default": 50

                """, "\(out)")
    }

    @Test func aStyleOfListsThatBuildersShareIsProposed() async throws {
        func endpoint(_ path: String) -> String {
            """
            {"arguments":{"ids":{"type":"array","items":{"type":"integer"}}},
            "request":{"method":"GET","path":"/\(path)","query":{"ids":"{ids}"}},
            "responses":{"200":{"schema":{"type":"object"}}},
            "cases":[{"name":"some","arguments":{"ids":[1,2]},"status":200}]}
            """
        }
        func builder(_ path: String) -> Endpoint {
            Endpoint(path) { arguments in
                let ids: [Int] = try arguments["ids"]
                let query = ids.isEmpty ? "" : "?ids=\(ids.map(String.init).joined(separator: ","))"
                guard let url = URL(string: "https://shop.example/\(path)\(query)") else { throw URLError(.badURL) }
                return URLRequest(url: url)
            }
        }
        let folder = try Self.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: #"{"books":\#(endpoint("books")),"authors":\#(endpoint("authors"))}"#)
        func suite() -> ContractSuite {
            Self.suite(folder) {
                Model("Thing", decoding: String.self)
                builder("books")
                builder("authors")
            }
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite()).out
        #expect(out.contains("endpoints/books: the builder writes the list 'ids' in another style\n"), "\(out)")
        let contract = try folder.text(of: "Contracts/shop/contract.json")
        #expect(contract.contains(#""explode": false"#), "\(contract)")
        let report = await suite().verify(Options(mode: .replay, only: ["shop/request/*"]))
        #expect(report.passed, "\(report.findings.map(\.message))")
    }

    private enum ShopError: Error { case offline, refused(Int), unreadable }

    @Test func theErrorsOfCallsUnderFaultsAreLearned() async throws {
        let folder = try Self.folder(
            #"{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},"examples":[{"id":1}]}"#,
            endpoints: """
                {"book":{"request":{"method":"GET","path":"/book"},
                "responses":{"200":{"schema":{"$ref":"#/models/Thing/schema"},"models":{"":"Thing"}},"404":{}},
                "cases":[{"name":"one","status":200},{"name":"none","status":404,"throws":"ShopError.refused"}]}}
                """)
        struct Thing: Decodable { let id: Int }
        func suite() -> ContractSuite {
            Self.suite(folder) {
                Model("Thing", decoding: Thing.self)
                Endpoint("book") { _, session in
                    guard let url = URL(string: "https://shop.example/book") else { throw URLError(.badURL) }
                    let (data, response): (Data, URLResponse)
                    do { (data, response) = try await session.data(for: URLRequest(url: url)) } catch {
                        throw ShopError.offline
                    }
                    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                    guard status == 200 else { throw ShopError.refused(status) }
                    do { return try JSONDecoder().decode(Thing.self, from: data) } catch { throw ShopError.unreadable }
                }
            }
        }
        let recorded = await CommandOutput.of(["record", "--made-up"], over: suite())
        #expect(recorded.code == .success, "\(recorded.out)\(recorded.err)")
        let file = "Contracts/shop/contract.json"
        let unknown = try folder.text(of: file).replacing(#","throws":"ShopError.refused""#, with: "")
        try folder.write(unknown, to: file)
        let before = await CommandOutput.of(["fit", "shop"], over: suite())
        #expect(before.out == "nothing to propose: the contract describes the code\n")
        let fit = await CommandOutput.of(["fit", "shop", "--faults", "--write"], over: suite())
        #expect(fit.out.contains("with no connection the call throws ShopError.offline\n"), "\(fit.out)\(fit.err)")
        let contract = try JSON(parsing: Data(folder.text(of: "Contracts/shop/contract.json").utf8))
        #expect(
            contract["endpoints"]?["book"]?["faults"] == [
                "unreachable": "ShopError.offline", "timeout": "ShopError.offline",
                "malformedBody": "ShopError.unreadable", "status:404": "ShopError.refused",
                "status:503": "ShopError.refused",
            ], "\(fit.out)")
        #expect(contract["endpoints"]?["book"]?["cases"]?[1]?["throws"] == "ShopError.refused")
        let report = await suite().verify(Options(mode: .replay))
        #expect(report.passed, "\(report.findings.map(\.message))")
    }

    /// The words of `fit` over one endpoint that has more arguments than its binding asks for.
    private static func unasked(
        _ names: [String], sending query: String = ""
    ) async throws -> (out: String, contract: String, rules: [String]) {
        let arguments = names.map { #""\#($0)":{"type":["string","null"],"default":"a"}"# }.joined(separator: ",")
        let pairs = names.map { #""\#($0)":"{\#($0)}""# }.joined(separator: ",")
        let folder = try folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: """
                {"books":{"arguments":{\(arguments)},"request":{"method":"GET","path":"/books","query":{\(pairs)}},
                "responses":{"200":{"schema":{"type":"object"}}},
                "cases":[{"name":"all","status":200,"arguments":{"\(names[0])":"a"}}]}}
                """)
        func suite() -> ContractSuite {
            Self.suite(folder) {
                Model("Thing", decoding: String.self)
                Endpoint("books") { _ in
                    guard let url = URL(string: "https://shop.example/books\(query)") else { throw URLError(.badURL) }
                    return URLRequest(url: url)
                }
            }
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite()).out
        let rules = await suite().verify(Options(mode: .replay, only: ["shop/request/*"])).findings.map(\.rule)
        return (out, try folder.text(of: "Contracts/shop/contract.json"), rules)
    }

    @Test func argumentsThatTheBindingNeverAsksForAreTakenOut() async throws {
        let (out, contract, rules) = try await Self.unasked(["sort", "page", "label"])
        #expect(out.contains("looser than the document: 3\n"), "\(out)")
        #expect(out.contains("endpoints/books: the binding asks for no 'page'\n"), "\(out)")
        #expect(!contract.contains("sort") && !contract.contains("{page}"), "\(contract)")
        #expect(rules == [])
    }

    @Test func anArgumentOfWhichTheDefaultIsSentBecomesThatValue() async throws {
        let (_, contract, rules) = try await Self.unasked(["sort", "page", "label"], sending: "?sort=a")
        #expect(contract.contains(#""sort":"a""#) && !contract.contains("{sort}"), "\(contract)")
        #expect(rules == [])
    }

    @Test func oneArgumentThatIsNeverAskedForStaysAFinding() async throws {
        let (out, contract, rules) = try await Self.unasked(["sort"])
        #expect(out.contains(#"endpoints/books: the binding asks for no 'sort'; on purpose: no "sort""#), "\(out)")
        #expect(contract.contains("{sort}"))
        #expect(rules == ["request.query"])
    }

    @Test func aConstantThatNobodyAskedForIsNeverTaken() async throws {
        let (_, contract, rules) = try await Self.unasked(["sort", "page", "label"], sending: "?sort=b")
        #expect(contract.contains("{sort}"), "\(contract)")
        #expect(rules.contains("request.query"))
    }

    /// The words of `fit` over an endpoint with two credentials, of which a document asks for one, and the contract then.
    private static func credentials(
        sending: @escaping @Sendable (Arguments) throws -> [String: String]
    ) async throws -> (out: String, contract: String, rules: Set<String>) {
        let secret = #"{"type":["string","null"],"minLength":1,"format":"password"}"#
        let folder = try folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: """
                {"books":{"arguments":{"key":\(secret),"token":\(secret),"size":{"type":["number","null"],"maximum":50},
                "zoom":{"type":["number","null"],"minimum":0.5}},
                "request":{"method":"GET","path":"/books","query":{"size":"{size}","zoom":"{zoom}"},
                "headers":{"X-Key":"{key}","Authorization":"Bearer {token}"}},
                "responses":{"200":{"schema":{"type":"object"}}},
                "cases":[{"name":"all","status":200,"arguments":{"key":"{env:KEY}","token":"{env:TOKEN}","size":2}}]}}
                """)
        func suite() -> ContractSuite {
            Self.suite(folder) {
                Model("Thing", decoding: String.self)
                Endpoint("books") { arguments in
                    let size: Int? = try arguments["size"], zoom: Int? = try arguments["zoom"]
                    let pairs = [size.map { "size=\($0)" }, zoom.map { "zoom=\($0)" }].compactMap(\.self)
                    guard let url = URL(string: "https://shop.example/books?\(pairs.joined(separator: "&"))") else {
                        throw URLError(.badURL)
                    }
                    var request = URLRequest(url: url)
                    request.allHTTPHeaderFields = try sending(arguments)
                    return request
                }
            }
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite()).out
        let rules = await suite().verify(Options(mode: .replay, only: ["shop/request/*"])).findings.map(\.rule)
        let contract = try folder.text(of: "Contracts/shop/contract.json").filter { !$0.isWhitespace }
        return (out, contract, Set(rules))
    }

    @Test func theCredentialThatAnotherOneStandsForIsTakenOutAndArgumentsAreAsNarrowAsTheirTypes() async throws {
        let (out, contract, rules) = try await Self.credentials { ["X-Key": try $0["key"]] }
        #expect(out.contains("endpoints/books: the binding asks for no 'token'\n"), "\(out)")
        #expect(out.contains("endpoints/books: the binding reads 'size' as integer or null\n"), "\(out)")
        #expect(!contract.contains("Bearer") && contract.contains(#""headers":{"X-Key":"{key}"}"#), "\(contract)")
        #expect(contract.contains(#""key":{"type":"string","minLength":1,"format":"password"}"#), "\(contract)")
        #expect(contract.contains(#""size":{"type":["integer","null"],"maximum":50}"#), "\(contract)")
        // A document that speaks of fractions means them.
        #expect(contract.contains(#""zoom":{"type":["number","null"],"minimum":0.5}"#), "\(contract)")
        #expect(rules == ["request.argument"])
    }

    @Test func aCredentialThatIsForgottenStaysAFinding() async throws {
        let (out, contract, rules) = try await Self.credentials { _ in [:] }
        #expect(!out.contains("asks for no 'token'"), "\(out)")
        #expect(contract.contains("Bearer{token}") && contract.contains("{key}"), "\(contract)")
        #expect(rules.contains("request.header"))
    }

    @Test func aServiceThatIsNotThereIsNamed() async throws {
        let folder = try Self.folder(Self.release)
        let output = await CommandOutput.of(
            ["fit", "shpo"], over: Self.suite(folder) { Model("Thing", decoding: Release.self) })
        #expect(output.code == .usage)
        #expect(output.err == "contracts: there is no service 'shpo'; did you mean 'shop'?\n")
    }

    private static let thing = #"{"schema":{"type":"string"},"examples":["a"]}"#

    @Test func aContractWithoutBoundCodeIsNotCompared() async throws {
        let file = "Contracts/shop/contract.json"
        let folder = try Self.folder(Self.thing)
        let unbound = await CommandOutput.of(["fit", "shop"], over: Self.suite(folder) {})
        #expect(unbound.code == .notEvaluated && unbound.out == "nothing was compared\n", "\(unbound.out)")
        #expect(
            unbound.err.hasSuffix(
                """
                : error: no code is bound to models/Thing; add to Service("shop"), or name under "unbound" what is left \
                out on purpose:
                    Model("Thing", decoding: Thing.self)

                """), "\(unbound.err)")

        let text = try folder.text(of: file)
        try folder.write(text.replacing(#""strictness""#, with: #""unbound": ["models/*"], "strictness""#), to: file)
        let leftOut = await CommandOutput.of(["fit", "shop"], over: Self.suite(folder) {})
        #expect(leftOut.code == .usage && leftOut.out == "")
        #expect(
            leftOut.err == """
                contracts: nothing was compared, since no code is bound to a model or request of 'shop'; add to \
                Service("shop"): Model("Thing", decoding: Thing.self)

                """)
    }

    @Test func aPatternThatSelectsNothingIsRefused() async throws {
        let folder = try Self.folder(Self.thing)
        let suite = Self.suite(folder) { Model("Thing", decoding: String.self) }
        let output = await CommandOutput.of(["fit", "shop", "--only", "shop/modle/*"], over: suite)
        #expect(output.code == .usage && output.out == "")
        #expect(output.err == "contracts: no model or request matches 'shop/modle/*'; did you mean 'shop/model/*'?\n")
    }
}
