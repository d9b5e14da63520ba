import ContractComparison
import ContractOpenAPI
import ContractPact
import Foundation
import JSONSchema
import Testing

@Suite("A Pact against an OpenAPI document")
struct PactAgainstTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: "https://shop.example/v1"}]
        paths:
          /items/{id}:
            get:
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: page, in: query, schema: {type: integer, maximum: 9}}
                - {name: filter, in: query, style: deepObject, schema: {type: object, properties: {size: {type: integer}}}}
              responses:
                "200":
                  description: OK
                  headers: {X-Left: {schema: {type: integer}}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [id, name]
                        properties:
                          id: {type: integer}
                          name: {type: string}
                          parts: {type: array, items: {type: object, properties: {no: {type: integer}}}}
        """

    private func findings(_ request: String, _ response: String) throws -> [String] {
        let pact = """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "interactions": [
              {"description": "an item", "request": {"method": "GET", \(request)}, "response": {\(response)}}],
             "metadata": {"pactSpecification": {"version": "3.0.0"}}}
            """
        let document = try OpenAPIDocument(parsing: Array(Self.document.utf8), file: "shop.yaml")
        let read = try PactDocument(SourceFile(path: "app-shop.json", bytes: Array(pact.utf8)), version: nil)
        return ContractsAgainst(document: document, pact: read).compared().report.checks[0].findings.map {
            "\($0.severity) \($0.rule) \($0.contract.pointer)"
        }
    }

    @Test("Interactions with equal descriptions have checks with different names")
    func repeatedDescriptions() throws {
        let calls = ["a", "a (2)", "a"].map { description in
            #"{"description": "\#(description)", "request": {"method": "GET", "path": "/items/7"}, "response": {"status": 200}}"#
        }
        let pact = #"""
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "interactions": [\#(calls.joined(separator: ","))],
             "metadata": {"pactSpecification": {"version": "3.0.0"}}}
            """#
        let document = try OpenAPIDocument(parsing: Array(Self.document.utf8), file: "shop.yaml")
        let read = try PactDocument(SourceFile(path: "app-shop.json", bytes: Array(pact.utf8)), version: nil)
        #expect(
            ContractsAgainst(document: document, pact: read).checks.map(\.id) == [
                "shop/contract/a", "shop/contract/a (2)", "shop/contract/a (3)",
            ])
    }

    @Test("Interactions that the document allows have no findings")
    func sound() throws {
        #expect(try findings(#""path": "/v1/items/7""#, #""status": 200, "body": {"id": 7}"#) == [])
        #expect(
            try findings(
                #""path": "/items/7", "query": {"page": ["2"], "filter[size]": ["3"]}"#,
                #""status": 200, "headers": {"X-Left": "4"}, "body": {"name": "Tea", "parts": [{"no": 1}]}"#) == [])
    }

    @Test(
        "A contradiction of the document is reported with its location",
        arguments: [
            (
                #""path": "/v1/item/7""#, #""status": 200"#,
                "error against.missing-endpoint /interactions/0/request/path"
            ),
            (
                #""path": "/v1/items/seven""#, #""status": 200"#,
                "error against.parameter /interactions/0/request/path"
            ),
            (
                #""path": "/items/7", "query": {"page": ["10"]}"#, #""status": 200"#,
                "error against.parameter /interactions/0/request/query/page"
            ),
            (
                #""path": "/items/7", "query": {"filter[size]": ["big"]}"#, #""status": 200"#,
                "error against.parameter /interactions/0/request/query"
            ),
            (
                #""path": "/items/7", "query": {"sort": ["up"]}"#, #""status": 200"#,
                "warning against.missing-parameter /interactions/0/request/query/sort"
            ),
            (#""path": "/items/7""#, #""status": 404"#, "error against.status /interactions/0/response/status"),
            (
                #""path": "/items/7""#, #""status": 200, "headers": {"X-Right": "4"}"#,
                "error against.response-header /interactions/0/response/headers/X-Right"
            ),
            (
                #""path": "/items/7""#, #""status": 200, "body": {"id": "7"}"#,
                "error against.response /interactions/0/response/body/id"
            ),
            (
                #""path": "/items/7""#, #""status": 200, "body": {"parts": [{"no": 1, "price": 2}]}"#,
                "error against.undeclared /interactions/0/response/body/parts/0/price"
            ),
        ])
    func faulty(_ request: String, _ response: String, _ expected: String) throws {
        #expect(try findings(request, response) == [expected])
    }

    // MARK: - The public cases

    private struct Case: Sendable, CustomTestStringConvertible {
        let folder: URL
        var testDescription: String { folder.lastPathComponent }
    }

    private static let cases: [Case] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../../shared/suites/openapi-pact/oas").standardizedFileURL
        guard let folders = try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
        else {
            print("not run: there is no \(root.path)")
            return []
        }
        return folders.map(Case.init).sorted { $0.testDescription < $1.testDescription }
    }()

    /// Maps a code of the public comparator to the equivalent rules.
    private static func rules(_ code: String) -> Set<String> {
        switch code {
        case "request.query.incompatible", "request.header.incompatible":
            ["against.parameter", "against.required-parameter"]
        case "request.query.unknown", "request.header.unknown": ["against.missing-parameter"]
        case "request.body.unvalidatable", "response.body.unvalidatable": ["against.undecided"]
        case "response.body.incompatible", "response.body.unknown": ["against.response"]
        case "request.accept.incompatible", "request.accept.unknown": ["against.content"]
        case "response.content-type.incompatible", "response.content-type.unknown": ["against.content"]
        case _ where code.hasPrefix("request.body") || code.hasPrefix("request.content-type"): ["against.body"]
        case _ where code.hasPrefix("response.header"): ["against.response-header"]
        case _ where code.hasPrefix("response.status"): ["against.status"]
        default: []
        }
    }

    /// Compares the rules that each interaction breaks with the codes of the public comparator.
    @Test(
        "The findings of each public case correspond to the codes of the public comparator",
        arguments: cases)
    private func publicCase(_ one: Case) throws {
        let document = one.folder.appendingPathComponent("oas.yaml")
        let pact = one.folder.appendingPathComponent("pact.json")
        let results = try JSON(
            parsing: [UInt8](try Data(contentsOf: one.folder.appendingPathComponent("results.json"))))
        let read = try PactDocument(
            SourceFile(path: "pact.json", bytes: [UInt8](try Data(contentsOf: pact))), version: nil)
        let outcome = ContractsAgainst(
            document: try OpenAPIDocument(parsing: [UInt8](try Data(contentsOf: document)), file: "oas.yaml"),
            pact: read
        ).compared()
        #expect(read.interactions.count == outcome.report.checks.count)
        for (interaction, check) in zip(read.interactions, outcome.report.checks) {
            let index = interaction.pointer.tokens.last ?? ""
            let expected = (results.arrayValue ?? []).filter { result in
                result["mockDetails"]?["location"]?.stringValue?.hasPrefix("[root].interactions[\(index)].") ?? false
            }
            let found = Set(check.findings.map(\.rule))
            let codes = expected.compactMap { $0["code"]?.stringValue }
            for code in codes {
                #expect(!found.isDisjoint(with: Self.rules(code)), "\(check.check): \(code), found \(found)")
            }
            let explained = codes.reduce(into: Set<String>()) { $0.formUnion(Self.rules($1)) }
            #expect(found.subtracting(explained) == [], "\(check.check): expected \(codes)")
        }
    }
}
