import ContractPact
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

@Suite("The matching rules of a Pact as a schema")
struct PactImportTests {
    /// Returns a response of a version 4 Pact whose body has matching rules.
    private static func response(_ body: String, _ rules: String) throws -> PactResponse {
        try response(
            ["body": ["content": try JSON(parsing: body)], "matchingRules": ["body": try JSON(parsing: rules)]],
            version: .v4)
    }

    private static func response(_ expected: JSONObject, version: PactDocument.Version) throws -> PactResponse {
        var response = expected
        if response["status"] == nil { response["status"] = 200 }
        let document: JSON = [
            "consumer": ["name": "app"], "provider": ["name": "shop"],
            "interactions": [
                ["description": "a call", "request": ["method": "GET", "path": "/"], "response": .object(response)]
            ],
            "metadata": ["pactSpecification": ["version": .string("\(version.rawValue).0.0")]],
        ]
        let pact = try PactDocument(SourceFile(path: "app-shop.json", bytes: document.bytes()))
        return try #require(pact.interactions.first).response
    }

    @Test("Rules whose path the example lacks are reported")
    func missingPaths() throws {
        let paths = ["$.t", "$.gone.deep[0]", "$.t.n", "$.list[*].n", "$.items[*].n", "$.items[1].n"]
        let rules = paths.map { "\"\($0)\": {\"matchers\": [{\"match\": \"type\"}]}" }.joined(separator: ", ")
        let response = try Self.response(#"{"t": "a", "list": [], "items": [{"n": 1}]}"#, "{\(rules)}")
        let example = try JSON(parsing: try #require(response.body.bytes))
        let missing = response.rules.body.missing(in: example).map(\.description).sorted()
        #expect(missing == ["$.gone.deep[0]", "$.items[1].n", "$.t.n"])
    }

    @Test(
        "A matching rule becomes JSON Schema keywords",
        arguments: [
            (#""tea""#, #"{"match": "type"}"#, #"{"type": "string"}"#),
            (#""2026-03-04""#, #"{"match": "type"}"#, #"{"type": "string"}"#),
            (#""A-1""#, #"{"match": "regex", "regex": "[A-Z]-\\d"}"#, #"{"type": "string", "pattern": "^[A-Z]-\\d$"}"#),
            (#""b""#, #"{"match": "regex", "regex": "a|b"}"#, #"{"type": "string", "pattern": "^(?:a|b)$"}"#),
            (#""b""#, #"{"match": "regex", "regex": "^(a|b)$"}"#, #"{"type": "string", "pattern": "^(a|b)$"}"#),
            (#""web shop""#, #"{"match": "include", "value": "w.b"}"#, #"{"type": "string", "pattern": "w\\.b"}"#),
            (#""open""#, #"{"match": "equality"}"#, #"{"type": "string", "const": "open"}"#),
            (#""open""#, #"{"match": "notEmpty"}"#, #"{"type": "string", "minLength": 1}"#),
            (#""2026-03-04""#, #"{"match": "date", "format": "yyyy-MM-dd"}"#, #"{"type": "string", "format": "date"}"#),
            ("3", #"{"match": "number"}"#, #"{"type": "number"}"#),
            ("3", #"{"match": "decimal"}"#, #"{"type": "number"}"#),
            ("true", #"{"match": "boolean"}"#, #"{"type": "boolean"}"#),
            (
                "[true]", #"{"match": "type", "min": 1, "max": 4}"#,
                #"{"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 4}"#
            ),
            (
                #"["a", true]"#, #"{"match": "arrayContains", "variants": [{"index": 1}]}"#,
                #"{"type": "array", "contains": {"type": "boolean", "const": true}}"#
            ),
            (
                #"{"EUR": 0.5}"#, #"{"match": "eachKey", "rules": [{"match": "regex", "regex": "[A-Z]{3}"}]}"#,
                #"{"type": "object", "additionalProperties": {"type": "number"}, "propertyNames": {"pattern": "^[A-Z]{3}$"}}"#
            ),
            (
                #"{"a": "x1"}"#, #"{"match": "eachValue", "rules": [{"match": "regex", "regex": "x\\d"}]}"#,
                #"{"type": "object", "additionalProperties": {"type": "string", "pattern": "^x\\d$"}}"#
            ),
        ])
    func keywords(body: String, rule: String, schema: String) throws {
        let response = try Self.response("{\"it\": \(body)}", "{\"$.it\": {\"matchers\": [\(rule)]}}")
        #expect(PactImport.schema(of: response)?["properties"]?["it"] == (try JSON(parsing: schema)))
    }

    @Test(
        "The rules of one path are combined with AND or OR",
        arguments: [
            (
                "OR", #"{"type": ["string", "null"], "pattern": "^a$"}"#,
                #"[{"match": "regex", "regex": "a"}, {"match": "null"}]"#
            ),
            (
                "OR", #"{"type": "string", "anyOf": [{"pattern": "^a$"}, {"pattern": "b"}]}"#,
                #"[{"match": "regex", "regex": "a"}, {"match": "include", "value": "b"}]"#
            ),
            ("OR", #"{"type": "string"}"#, #"[{"match": "type"}, {"match": "regex", "regex": "a"}]"#),
            (
                "AND", #"{"type": "string", "pattern": "^a$", "minLength": 1}"#,
                #"[{"match": "regex", "regex": "a"}, {"match": "notEmpty"}]"#
            ),
            (
                "AND", #"{"type": "string", "allOf": [{"pattern": "^a$"}, {"pattern": "a"}]}"#,
                #"[{"match": "regex", "regex": "a"}, {"match": "include", "value": "a"}]"#
            ),
        ])
    func combinations(combine: String, schema: String, matchers: String) throws {
        let rules = "{\"$.it\": {\"combine\": \"\(combine)\", \"matchers\": \(matchers)}}"
        let response = try Self.response(#"{"it": "a"}"#, rules)
        #expect(PactImport.schema(of: response)?["properties"]?["it"] == (try JSON(parsing: schema)))
    }

    @Test("A rule applies to nested values unless they have a rule of their own")
    func cascade() throws {
        let response = try Self.response(
            #"{"day": "2026-03-04", "id": "A1"}"#,
            #"{"$": {"matchers": [{"match": "type"}]}, "$.id": {"matchers": [{"match": "regex", "regex": "[A-Z]1"}]}}"#)
        let schema = try JSON(
            parsing: """
                {"type": "object", "required": ["day", "id"],
                 "properties": {"day": {"type": "string"}, "id": {"type": "string", "pattern": "^[A-Z]1$"}}}
                """)
        #expect(PactImport.schema(of: response) == schema)
    }

    // MARK: - The specification's cases

    /// The cases that a schema accepts although the Pact does not, each with its reason.
    private static let looser: Set<String> = []

    @Test("Schemas accept and reject the same bodies as the specification's cases")
    func specification() throws {
        let suite = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../shared/suites/pact-cases").standardizedFileURL
        // On Linux, FileManager returns an enumerator even for a missing folder.
        guard FileManager.default.fileExists(atPath: suite.path),
            let all = FileManager.default.enumerator(at: suite, includingPropertiesForKeys: nil)
        else {
            print("not run: there is no \(suite.path)")
            return
        }
        var judged = 0
        var looser: [String] = []
        for case let file as URL in all where file.pathExtension == "json" && file.path.contains("/response/") {
            guard
                let version = ["/v2/": PactDocument.Version.v2, "/v3/": .v3, "/v4/": .v4]
                    .first(where: { file.path.contains($0.key) })?.value
            else { continue }
            let json = try JSON(
                parsing: try Data(contentsOf: file), options: JSONParsingOptions(allowsByteOrderMark: true))
            guard let expected = json["expected"]?.objectValue, let actual = json["actual"]?["body"],
                let isMatch = json["match"]?.boolValue
            else { continue }
            let response = try Self.response(expected, version: version)
            let body = version == .v4 ? actual["content"] ?? actual : actual
            guard let schema = PactImport.schema(of: response), body.objectValue != nil || body.arrayValue != nil
            else { continue }
            let accepts = try Schema(schema, formats: .assert).accepts(body)
            judged += 1
            let name = file.path.dropFirst(suite.path.count + 1)
            if isMatch {
                #expect(accepts, "\(name): \(schema.text())")
            } else if accepts, json["expected"]?["matchingRules"] != nil {
                looser.append(String(name))
            }
        }
        #expect(judged > 50)
        #expect(Set(looser) == Self.looser)
    }
}

extension PactImport {
    /// Returns the schema of the JSON bodies that match a response's example and rules.
    fileprivate static func schema(of response: PactResponse) -> JSON? {
        guard case .json(let example) = response.body else { return nil }
        var statements = PactStatements()
        let statement = statements.statement(of: example, response.rules.body)
        var inference = SchemaInference()
        return inference.schema(of: SampleShape(([example] + response.bodyVariants).map { Sample($0, statement) }))
    }
}
