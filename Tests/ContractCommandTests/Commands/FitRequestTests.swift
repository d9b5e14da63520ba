import CommandTestSupport
import ContractChecking
import Foundation
import JSONSchema
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `fit` describes the requests and errors of code in its contract.
struct FitRequestTests {
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

    /// Fits two endpoints. The builders of one or both add a header and send a default value.
    private static func proposals(both: Bool) async throws -> (out: String, contract: String) {
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: #"{"books":\#(endpoint("/books")),"authors":\#(endpoint("/authors"))}"#)
        let suite = FitCommandTests.suite(folder) {
            Model("Thing", decoding: String.self)
            builder("books", adds: true)
            builder("authors", adds: both)
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite).out
        return (out, try folder.text(of: "Contracts/shop/contract.json"))
    }

    @Test func allowsWhatAllBuildersAdd() async throws {
        let (out, contract) = try await Self.proposals(both: true)
        #expect(out.contains("looser than the document: 4\n"), "\(out)")
        #expect(contract.contains(#""allowedHeaders": ["X-Client-Version"]"#), "\(contract)")
        #expect(contract.contains(#""default": 50"#), "\(contract)")
    }

    @Test func keepsWhatOneBuilderAddsAsAFinding() async throws {
        let (out, contract) = try await Self.proposals(both: false)
        #expect(!contract.contains("allowedHeaders"))
        #expect(
            out == """
                no changes to propose: the contract matches the code

                left as findings, because a value would be lost: 2
                  endpoints/books: the builder adds the header 'X-Client-Version'; to accept it: "allowedHeaders": ["X-Client-Version"]
                  endpoints/books: the builder sends limit=50 if 'limit' is omitted; to accept it: "default": 50

                """, "\(out)")
    }

    @Test func proposesTheListStyleThatBuildersShare() async throws {
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
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: #"{"books":\#(endpoint("books")),"authors":\#(endpoint("authors"))}"#)
        func suite() -> ContractSuite {
            FitCommandTests.suite(folder) {
                Model("Thing", decoding: String.self)
                builder("books")
                builder("authors")
            }
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite()).out
        #expect(out.contains("endpoints/books: the builder writes the list 'ids' in a different style\n"), "\(out)")
        let contract = try folder.text(of: "Contracts/shop/contract.json")
        #expect(contract.contains(#""explode": false"#), "\(contract)")
        let report = await suite().verify(Options(mode: .replay, only: ["shop/request/*"]))
        #expect(report.passed, "\(report.findings.map(\.message))")
    }

    private enum ShopError: Error { case offline, refused(Int), unreadable }

    /// A case that ends in an error reveals nothing about a fault, even if it is the first case.
    @Test func learnsTheErrorsThrownUnderFaults() async throws {
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},"examples":[{"id":1}]}"#,
            endpoints: """
                {"book":{"request":{"method":"GET","path":"/book"},
                "responses":{"200":{"schema":{"$ref":"#/models/Thing/schema"},"models":{"":"Thing"}},"404":{}},
                "cases":[{"name":"none","status":404,"throws":"ShopError.refused"},{"name":"one","status":200}]}}
                """)
        struct Thing: Decodable { let id: Int }
        func suite() -> ContractSuite {
            FitCommandTests.suite(folder) {
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
        #expect(before.out == "no changes to propose: the contract matches the code\n")
        let fit = await CommandOutput.of(["fit", "shop", "--faults", "--write"], over: suite())
        #expect(fit.out.contains("with no connection the call throws ShopError.offline\n"), "\(fit.out)\(fit.err)")
        let contract = try JSON(parsing: Data(folder.text(of: "Contracts/shop/contract.json").utf8))
        #expect(
            contract["endpoints"]?["book"]?["faults"] == [
                "unreachable": "ShopError.offline", "timeout": "ShopError.offline",
                "malformedBody": "ShopError.unreadable", "status:404": "ShopError.refused",
                "status:503": "ShopError.refused",
            ], "\(fit.out)")
        #expect(contract["endpoints"]?["book"]?["cases"]?[0]?["throws"] == "ShopError.refused")
        let report = await suite().verify(Options(mode: .replay))
        #expect(report.passed, "\(report.findings.map(\.message))")
    }

    /// Fits one endpoint with arguments that its binding does not read.
    ///
    /// - Returns: the output, the fitted contract and the rules of the remaining findings.
    private static func fitUnreadArguments(
        _ names: [String], sending query: String = ""
    ) async throws -> (out: String, contract: String, rules: [String]) {
        let arguments = names.map { #""\#($0)":{"type":["string","null"],"default":"a"}"# }.joined(separator: ",")
        let pairs = names.map { #""\#($0)":"{\#($0)}""# }.joined(separator: ",")
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: """
                {"books":{"arguments":{\(arguments)},"request":{"method":"GET","path":"/books","query":{\(pairs)}},
                "responses":{"200":{"schema":{"type":"object"}}},
                "cases":[{"name":"all","status":200,"arguments":{"\(names[0])":"a"}}]}}
                """)
        func suite() -> ContractSuite {
            FitCommandTests.suite(folder) {
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

    @Test func removesArgumentsThatTheBindingNeverReads() async throws {
        let (out, contract, rules) = try await Self.fitUnreadArguments(["sort", "page", "label"])
        #expect(out.contains("looser than the document: 3\n"), "\(out)")
        #expect(out.contains("endpoints/books: the binding does not read 'page'\n"), "\(out)")
        #expect(!contract.contains("sort") && !contract.contains("{page}"), "\(contract)")
        #expect(rules == [])
    }

    @Test func replacesAnUnreadArgumentWithItsDefaultIfItIsSent() async throws {
        let (_, contract, rules) = try await Self.fitUnreadArguments(["sort", "page", "label"], sending: "?sort=a")
        #expect(contract.contains(#""sort":"a""#) && !contract.contains("{sort}"), "\(contract)")
        #expect(rules == [])
    }

    @Test func keepsASingleUnreadArgumentAsAFinding() async throws {
        let (out, contract, rules) = try await Self.fitUnreadArguments(["sort"])
        #expect(out.contains(#"endpoints/books: the binding does not read 'sort'; to accept it: no "sort""#), "\(out)")
        #expect(contract.contains("{sort}"))
        #expect(rules == ["request.query"])
    }

    @Test func keepsAnUnexpectedConstantAsAFinding() async throws {
        let (_, contract, rules) = try await Self.fitUnreadArguments(["sort", "page", "label"], sending: "?sort=b")
        #expect(contract.contains("{sort}"), "\(contract)")
        #expect(rules.contains("request.query"))
    }

    /// A client without a parameter for a value that all recorded calls share has to send this value.
    @Test(arguments: [
        ("20", [20, 20], true), ("30", [20, 20], false), ("20", [20, 30], false),
    ])
    func replacesAnUnreadArgumentWithTheSharedValue(sent: String, given: [Int], isReplaced: Bool) async throws {
        let cases = given.enumerated().map {
            #"{"name":"\#($0)","status":200,"arguments":{"page":\#($0),"size":\#($1)}}"#
        }.joined(separator: ",")
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: """
                {"books":{"arguments":{"page":{"type":"integer"},"size":{"type":"integer"}},
                "request":{"method":"GET","path":"/books","query":{"page":"{page}","size":"{size}"}},
                "responses":{"200":{"schema":{"type":"object"}}},"cases":[\(cases)]}}
                """)
        func suite() -> ContractSuite {
            FitCommandTests.suite(folder) {
                Model("Thing", decoding: String.self)
                Endpoint("books") { arguments in
                    let page: Int = try arguments["page"]
                    guard let url = URL(string: "https://shop.example/books?page=\(page)&size=\(sent)") else {
                        throw URLError(.badURL)
                    }
                    return URLRequest(url: url)
                }
            }
        }
        let out = await CommandOutput.of(["fit", "shop", "--write"], over: suite()).out
        #expect(out.contains("endpoints/books: the binding does not read 'size'\n") == isReplaced, "\(out)")
        let contract = try folder.text(of: "Contracts/shop/contract.json").filter { !$0.isWhitespace }
        #expect(contract.contains(#""query":{"page":"{page}","size":"20"}"#) == isReplaced, "\(contract)")
        let rules = await suite().verify(Options(mode: .replay, only: ["shop/request/*"])).findings.map(\.rule)
        #expect(rules.isEmpty == isReplaced)
    }

    /// Fits an endpoint with two alternative credentials.
    ///
    /// - Returns: the output, the fitted contract without whitespace, and the rules of the remaining findings.
    private static func credentials(
        sending: @escaping @Sendable (Arguments) throws -> [String: String]
    ) async throws -> (out: String, contract: String, rules: Set<String>) {
        let secret = #"{"type":["string","null"],"minLength":1,"format":"password"}"#
        let folder = try FitCommandTests.folder(
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
            FitCommandTests.suite(folder) {
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

    @Test func removesAnUnreadAlternativeCredentialAndNarrowsArguments() async throws {
        let (out, contract, rules) = try await Self.credentials { ["X-Key": try $0["key"]] }
        #expect(out.contains("endpoints/books: the binding does not read 'token'\n"), "\(out)")
        #expect(out.contains("endpoints/books: the binding reads 'size' as integer or null\n"), "\(out)")
        #expect(!contract.contains("Bearer") && contract.contains(#""headers":{"X-Key":"{key}"}"#), "\(contract)")
        #expect(contract.contains(#""key":{"type":"string","minLength":1,"format":"password"}"#), "\(contract)")
        #expect(contract.contains(#""size":{"type":["integer","null"],"maximum":50}"#), "\(contract)")
        // A fractional bound shows that the document means fractions.
        #expect(contract.contains(#""zoom":{"type":["number","null"],"minimum":0.5}"#), "\(contract)")
        #expect(rules == ["request.argument"])
    }

    /// The binding reads an optional enumeration, so `null` stays although every case provides a value.
    @Test func keepsAnOptionalEnumerationArgumentOptional() async throws {
        enum Order: String { case up, down }
        let folder = try FitCommandTests.folder(
            #"{"schema":{"type":"string"},"examples":["a"]}"#,
            endpoints: """
                {"books":{"arguments":{"order":{"type":["string","null"],"enum":["up","down",null]}},
                "request":{"method":"GET","path":"/books","query":{"order":"{order}"}},
                "responses":{"200":{"schema":{"type":"object"}}},
                "cases":[{"name":"all","status":200,"arguments":{"order":"up"}}]}}
                """)
        let suite = FitCommandTests.suite(folder) {
            Model("Thing", decoding: String.self)
            Endpoint("books") { arguments in
                let order: Order? = try arguments["order"]
                let query = order.map { "?order=\($0.rawValue)" } ?? ""
                guard let url = URL(string: "https://shop.example/books\(query)") else { throw URLError(.badURL) }
                return URLRequest(url: url)
            }
        }
        let out = await CommandOutput.of(["fit", "shop"], over: suite).out
        #expect(out == "no changes to propose: the contract matches the code\n")
    }

    @Test func keepsAForgottenCredentialAsAFinding() async throws {
        let (out, contract, rules) = try await Self.credentials { _ in [:] }
        #expect(!out.contains("does not read 'token'"), "\(out)")
        #expect(contract.contains("Bearer{token}") && contract.contains("{key}"), "\(contract)")
        #expect(rules.contains("request.header"))
    }
}
