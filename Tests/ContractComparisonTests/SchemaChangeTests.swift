import ContractChecking
import JSONSchema
import TestSupport
import Testing

@testable import ContractComparison

/// The effects of a schema's change, in a response and in a request.
struct SchemaChangeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        let new: String
        /// The levels for client and provider of all findings, such as `breaking harmless`, sorted.
        let response: [String]
        let request: [String]

        init(_ name: String, _ old: String, _ new: String, _ response: [String], _ request: [String]) {
            (self.name, self.old, self.new, self.response, self.request) = (name, old, new, response, request)
        }

        var testDescription: String { name }
    }

    /// Examples that only narrow the schema, or only widen it.
    private static let narrowed = (response: ["harmless breaking"], request: ["breaking harmless"])
    private static let widened = (response: ["breaking harmless"], request: ["harmless breaking"])
    private static let unchanged = ["harmless harmless"]

    private static func narrows(_ name: String, _ old: String, _ new: String) -> Example {
        Example(name, old, new, narrowed.response, narrowed.request)
    }

    private static func widens(_ name: String, _ old: String, _ new: String) -> Example {
        Example(name, old, new, widened.response, widened.request)
    }

    private static func keeps(_ name: String, _ old: String, _ new: String) -> Example {
        Example(name, old, new, unchanged, unchanged)
    }

    private static let members = [
        Example(
            "a property contradicts the schema for the rest", #"{"additionalProperties": {"type": "string"}}"#,
            #"{"properties": {"x": {"type": "integer"}}, "additionalProperties": {"type": "string"}}"#,
            ["breaking breaking", "harmless harmless"], ["breaking breaking", "harmless harmless"]),
        keeps(
            "a property has the schema for the rest", #"{"additionalProperties": {"type": "string"}}"#,
            #"{"properties": {"x": {"type": "string"}}, "additionalProperties": {"type": "string"}}"#),
        keeps(
            "a pattern covers the property",
            #"{"patternProperties": {"^x": {}}, "additionalProperties": {"type": "string"}}"#,
            #"{"properties": {"x": {"type": "integer"}}, "patternProperties": {"^x": {}}, "additionalProperties": {"type": "string"}}"#
        ),
        Example(
            "a removed property gets the schema for the rest",
            #"{"properties": {"x": {"type": "string"}}, "additionalProperties": {"type": "integer"}}"#,
            #"{"additionalProperties": {"type": "integer"}}"#,
            ["breaking breaking", "risky harmless"], ["breaking breaking", "harmless risky"]),
        narrows(
            "an optional property is gone from a closed object",
            #"{"properties": {"x": {"type": "string"}}, "additionalProperties": false}"#,
            #"{"properties": {}, "additionalProperties": false}"#),
        Example(
            "a required property is gone from a closed object",
            #"{"properties": {"x": {"type": "string"}}, "required": ["x"], "additionalProperties": false}"#,
            #"{"properties": {}, "additionalProperties": false}"#, ["breaking breaking"], ["breaking breaking"]),
        Example(
            "an optional property is gone from an open object", #"{"properties": {"x": {"type": "string"}}}"#,
            #"{"type": "object"}"#, ["harmless breaking", "risky harmless"], ["breaking harmless", "harmless risky"]),
        widens(
            "a pattern is new in a closed object", #"{"additionalProperties": false}"#,
            #"{"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": false}"#),
        narrows("a pattern is new in an open object", "{}", #"{"patternProperties": {"^x": {"type": "string"}}}"#),
    ]

    private static let elements = [
        widens(
            "a place is new in a closed array", #"{"prefixItems": [{"type": "string"}], "items": false}"#,
            #"{"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}"#),
        Example(
            "a place contradicts the schema for the rest", #"{"items": {"type": "string"}}"#,
            #"{"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}"#, ["breaking breaking"],
            ["breaking breaking"]),
        narrows("a place is new in an open array", "{}", #"{"prefixItems": [{"type": "string"}]}"#),
        Example(
            "counted elements have a wider schema",
            #"{"contains": {"type": "string", "minLength": 3}, "maxContains": 1}"#,
            #"{"contains": {"type": "string"}, "maxContains": 1}"#, ["breaking breaking"], ["breaking breaking"]),
        widens(
            "required elements have a wider schema", #"{"contains": {"type": "string", "minLength": 3}}"#,
            #"{"contains": {"type": "string"}}"#),
    ]

    private static let exclusions = [
        narrows("an exclusion is new", #"{"type": "string"}"#, #"{"type": "string", "not": {"const": "a"}}"#),
        widens("an exclusion is gone", #"{"type": "string", "not": {"const": "a"}}"#, #"{"type": "string"}"#),
        narrows(
            "an exclusion is written in a different way and wider", #"{"not": {"type": ["string", "null"]}}"#,
            #"{"not": {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "integer"}]}}"#),
    ]

    /// The keywords differ, but a proof about the schemas as a whole exists.
    private static let rewritten = [
        keeps("a conjunction of one", ##"{"$ref": "#/$defs/pet"}"##, ##"{"allOf": [{"$ref": "#/$defs/pet"}]}"##),
        keeps(
            "no conjunction of one", #"{"allOf": [{"type": "object", "required": ["id"]}]}"#,
            #"{"type": "object", "required": ["id"]}"#),
        keeps(
            "null in a branch", #"{"type": ["string", "null"]}"#, #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#),
        keeps(
            "branches that exclude each other", #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#,
            #"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#),
        widens(
            "branches that do not", #"{"oneOf": [{"type": "string"}, {"maxLength": 3}]}"#,
            #"{"anyOf": [{"type": "string"}, {"maxLength": 3}]}"#),
        keeps("the type of all listed values", #"{"enum": ["a", "b"]}"#, #"{"type": "string", "enum": ["a", "b"]}"#),
        widens("the type in place of values", #"{"enum": ["a", "b"]}"#, #"{"type": "string"}"#),
        widens(
            "null beside a reference", ##"{"$ref": "#/$defs/pet"}"##,
            ##"{"anyOf": [{"$ref": "#/$defs/pet"}, {"type": "null"}]}"##),
        Example(
            "another schema in a conjunction", ##"{"$ref": "#/$defs/pet"}"##,
            #"{"allOf": [{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}]}"#,
            ["breaking harmless"], ["harmless breaking"]),
        narrows(
            "a branch that overlaps", #"{"oneOf": [{"type": "number"}]}"#,
            #"{"oneOf": [{"type": "number"}, {"type": "integer"}]}"#),
        keeps(
            "an unchecked format", #"{"type": "integer", "format": "int32"}"#,
            #"{"type": "integer", "format": "int64"}"#),
        widens(
            "a wider format", #"{"type": "string", "format": "email"}"#, #"{"type": "string", "format": "idn-email"}"#),
        keeps("a bound without effect", #"{"type": "array"}"#, #"{"type": "array", "minContains": 2}"#),
        keeps(
            "a bound of integers", #"{"type": "integer", "minimum": 1}"#, #"{"type": "integer", "exclusiveMinimum": 0}"#
        ),
        narrows("a bound of fractions", #"{"minimum": 0}"#, #"{"exclusiveMinimum": 0}"#),
    ]

    @Test(arguments: members + elements + exclusions + rewritten)
    func judgesSchemas(example: Example) throws {
        func levels(_ part: (String) -> String) throws -> [String] {
            try findings(from: part(example.old), to: part(example.new)).map { finding in
                let text = String(finding.message.split(separator: ": ").last ?? "")
                if text.hasSuffix(" for both") { return "\(text.prefix { $0 != " " }) \(text.prefix { $0 != " " })" }
                return text.replacing(" for the client,", with: "").replacing(" for the provider", with: "")
            }.sorted()
        }
        let request = #""request": {"method": "POST", "path": "/""#
        #expect(try levels { "\(request)}, \"responses\": {\"200\": {\"schema\": \($0)}}" } == example.response)
        #expect(try levels { "\(request), \"bodySchema\": \($0)}, \"responses\": {\"200\": {}}" } == example.request)
    }

    /// The response of a whole class of statuses has to be compared with the one that it replaces.
    @Test(arguments: [
        ("2XX", "string", ["harmless for both", "risky for the client, harmless for the provider"]),
        (
            "default", "integer",
            ["breaking for both", "harmless for both", "risky for the client, harmless for the provider"]
        ), ("4XX", "string", ["breaking for both", "risky for the client, harmless for the provider"]),
    ])
    func comparesAResponseWithTheOneThatCoversIt(key: String, type: String, levels: [String]) throws {
        func endpoint(_ responses: String) -> String {
            #""request": {"method": "GET", "path": "/"}, "responses": {\#(responses)}"#
        }
        let found = try findings(
            from: endpoint(#""200": {"schema": {"type": "string"}}, "204": {"empty": true}"#),
            to: endpoint(#""204": {"empty": true}, "\#(key)": {"schema": {"type": "\#(type)"}}"#), status: 204)
        #expect(found.map { String($0.message.split(separator: ": ").last ?? "") }.sorted() == levels)
    }

    /// A default is the value of a model's property for an absent member, as if `absent` named it.
    @Test func reportsTheDefaultsOfModelsAndArguments() throws {
        func endpoint(_ value: String) -> String {
            """
            "arguments": {"q": {"type": ["string", "null"], "default": "\(value)"}},
            "request": {"method": "GET", "path": "/", "query": {"q": "{q}"}},
            "responses": {"200": {"schema": {"type": "string", "default": "\(value)"}}}
            """
        }
        let found = try findings(from: endpoint("x"), to: endpoint("y"), models: ("x", "y"))
        #expect(
            found.map { "\($0.rule) \($0.message)" }.sorted() == [
                "compare.annotation 'default' of response 200 of 'list' changed: harmless for both",
                "compare.tolerance-changed 'default' of '/t' of model 'M' changed: "
                    + "breaking for the client, harmless for the provider",
                "compare.tolerance-changed 'default' of argument 'q' of 'list' changed: "
                    + "risky for the client, harmless for the provider",
            ])
    }

    private func findings(
        from old: String, to new: String, models: (old: String, new: String) = ("x", "x"), status: Int = 200
    ) throws -> [Finding] {
        let folder = try TemporaryFolder()
        for (side, endpoint, model) in [("old", old, models.old), ("new", new, models.new)] {
            let text = """
                { "service": "shop", "origin": "https://shop.example.com",
                  "$defs": {"pet": {"type": "object", "required": ["id"],
                    "properties": {"id": {"type": "string", "minLength": 1}}}},
                  "models": {"M": {"examples": [{}], "schema": {"type": "object",
                    "properties": {"t": {"type": "string", "default": "\(model)"}}}}},
                  "endpoints": { "list": { \(endpoint), "cases": [{ "name": "a", "status": \(status) }] } } }
                """
            try folder.write(text, to: "\(side)/Contracts/shop/contract.json")
        }
        let comparison = ContractComparison(from: folder.revision("old"), to: folder.revision("new"))
        return withExtendedLifetime(folder) { comparison.report().findings }
    }
}
