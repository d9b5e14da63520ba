import HTTPRecording
import JSONSchema
import Testing

@testable import ContractAuthoring

@Suite struct JSONTextEditorTests {
    @Test(
        arguments: [
            // After the last member, with the indentation of the others.
            ("{\n  \"a\": 1\n}\n", [], "{\n  \"a\": 1,\n  \"new\": true\n}\n"),
            ("{\n\t\"a\": 1 ,\n\t\"b\":2\n}", [], "{\n\t\"a\": 1 ,\n\t\"b\":2,\n\t\"new\": true\n}"),
            ("{\r\n    \"a\": 1\r\n}\r\n", [], "{\r\n    \"a\": 1,\r\n    \"new\": true\r\n}\r\n"),
            // A single-line object is reformatted.
            ("{\n  \"a\": {\"x\":1}\n}", ["a"], "{\n  \"a\": {\n    \"x\": 1,\n    \"new\": true\n  }\n}"),
            ("{\n  \"a\": {}\n}", ["a"], "{\n  \"a\": {\n    \"new\": true\n  }\n}"),
            ("{ \"a\": \"} \\\" {\" }", [], "{\n  \"a\": \"} \\\" {\",\n  \"new\": true\n}"),
        ] as [(String, [String], String)])
    func addsAMember(_ text: String, _ path: [String], _ expected: String) throws {
        var editor = try JSONTextEditor(Array(text.utf8))
        try editor.add([("new", true)], to: path)
        #expect(String(decoding: editor.bytes, as: UTF8.self) == expected)
    }

    @Test func addsMembersAfterAnAnchor() throws {
        var editor = try JSONTextEditor(Array("{\n  \"a\": 1,\n  \"z\": 2\n}".utf8))
        try editor.add([("b", [1]), ("c", [:])], to: [], behind: ["a", "missing"])
        #expect(
            String(decoding: editor.bytes, as: UTF8.self)
                == "{\n  \"a\": 1,\n  \"b\": [1],\n  \"c\": {},\n  \"z\": 2\n}")
    }

    @Test(arguments: [
        ("{\"a\": [\n  1,\n  2\n]}", "{\"a\": [\n  1,\n  2,\n  3\n]}"), ("{\"a\": []}", "{\"a\": [3]}"),
        ("{\"a\": [1, 2]}", "{\"a\": [1, 2, 3]}"),
    ])
    func appendsAnElement(_ text: String, _ expected: String) throws {
        var editor = try JSONTextEditor(Array(text.utf8))
        try editor.append([3], to: ["a"])
        #expect(String(decoding: editor.bytes, as: UTF8.self) == expected)
    }

    @Test(
        arguments: [
            ("{\n  \"a\": 1,\n  \"b\":   2\n}", ["a"], [1], "{\n  \"a\": [1],\n  \"b\":   2\n}"),
            ("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", ["b"], nil, "{\n  \"a\": 1,\n  \"c\": 3\n}"),
            ("{\n  \"a\": 1,\n  \"b\": 2\n}", ["a"], nil, "{\n  \"b\": 2\n}"),
            ("{ \"a\": { \"b\": 1 } }", ["a", "b"], nil, "{ \"a\": {} }"),
            ("{\n  \"a\": 1\n}", ["b"], true, "{\n  \"a\": 1,\n  \"b\": true\n}"),
            ("{\n  \"a\": 1\n}", ["b"], nil, "{\n  \"a\": 1\n}"),
        ] as [(String, [String], JSON?, String)])
    func setsAndRemovesAMember(_ text: String, _ path: [String], _ value: JSON?, _ expected: String) throws {
        var editor = try JSONTextEditor(Array(text.utf8))
        try editor.set(value, at: path)
        #expect(String(decoding: editor.bytes, as: UTF8.self) == expected)
    }

    @Test func wrapsLongLines() {
        let layout = JSONLayout(unit: "  ", width: 30)
        #expect(
            layout.text(["a": [1, 2, 3], "b": ["c": "d"]]) == "{\n  \"a\": [1, 2, 3],\n  \"b\": { \"c\": \"d\" }\n}")
        #expect(layout.text(["a": [1, 2]]) == "{ \"a\": [1, 2] }")
        #expect(
            layout.text([[], [:], "0123456789", "0123456789"])
                == "[\n  [],\n  {},\n  \"0123456789\",\n  \"0123456789\"\n]")
    }
}

@Suite struct NamingTests {
    @Test(arguments: [
        ("first_name", "firstName", "FirstName"), ("URL", "url", "Url"),
        ("HTTPServer2Id", "httpServer2Id", "HttpServer2Id"),
        ("x-client-version", "xClientVersion", "XClientVersion"), ("_id", "id", "Id"), ("2nd", "value2nd", "Value2nd"),
        ("", "value", "Value"), ("größe", "größe", "Größe"), ("objectId", "objectId", "ObjectId"),
        ("🎉", "value", "Value"),
    ])
    func makesCamelCase(_ text: String, _ lower: String, _ upper: String) {
        #expect(Naming.lowerCamel(text) == lower)
        #expect(Naming.upperCamel(text) == upper)
    }

    @Test(arguments: [
        ("favorites", "favorite"), ("countries", "country"), ("boxes", "box"), ("addresses", "address"),
        ("status", "status"),
        ("news", "news"), ("bus", "bus"), ("class", "class"), ("movies", "movie"),
    ])
    func singularizesNouns(_ word: String, _ one: String) { #expect(Naming.singular(word) == one) }

    @Test(arguments: [
        ("shop", "apiKey", "SHOP_API_KEY"), ("on-the-map", "token", "ON_THE_MAP_TOKEN"), ("🎉", "1", "SECRET_1"),
    ])
    func namesEnvironmentVariables(_ service: String, _ name: String, _ variable: String) {
        #expect(Naming.variable(service, name) == variable)
    }

    @Test(arguments: [
        ("password", true), ("X-API-Key", true), ("access_token", true), ("clientSecret", true), ("max_tokens", false),
        ("next_token", false), ("monkey", false), ("key", false), ("tokenType", false), ("sessionId", true),
        ("pinned", false),
    ])
    func recognizesSecretNames(_ name: String, _ isSecret: Bool) { #expect(CredentialNames.contains(name) == isSecret) }

    @Test(arguments: [("a/b:c", "a b c"), ("..x", "x"), ("  ", nil), ("a\u{0}b", "a b")] as [(String, String?)])
    func sanitizesNames(_ text: String, _ name: String?) { #expect(Naming.safe(text) == name) }

    @Test func numbersNamesThatDifferOnlyInLetterCase() {
        var names = DistinctNames(["user"])
        #expect(
            ["user", "User", "user2", "user", "other", "user"].map { names.take($0) } == [
                "user2", "User3", "user22", "user4", "other", "user5",
            ])
        var cases = DistinctNames(separator: " ")
        #expect(["status 200", "status 200", "status 200"].map { cases.take($0) }.last == "status 200 3")
    }

    @Test(arguments: [
        ("GET", "/v1/users", "users"), ("GET", "/v1/users/{}", "user"), ("GET", "/users/{}/posts", "userPosts"),
        ("POST", "/api/favorites", "createFavorite"), ("POST", "/login", "login"),
        ("DELETE", "/users/{}", "deleteUser"),
        ("GET", "/getall_reps_bystate.php", "getallRepsBystate"), ("GET", "/", "root"), ("HEAD", "/users", "headUsers"),
    ])
    func namesEndpoints(_ method: String, _ path: String, _ name: String) {
        let segments = path.split(separator: "/").map {
            $0 == "{}" ? EndpointName.Segment.placeholder("id") : .word(String($0))
        }
        #expect(EndpointName.of(method, segments) == name)
    }
}

@Suite struct SchemaInferenceTests {
    @Test(
        arguments: [
            ([.null, "a"], ["type": ["string", "null"]]), ([1, 2.5], ["type": "number"]), ([true], ["type": "boolean"]),
            ([1, "a"], ["type": ["string", "integer"]]), ([9_007_199_254_740_993], ["type": "integer"]),
            (["2024-02-29T10:00:00Z"], ["type": "string"]), (["2023-02-29"], ["type": "string"]),
            (
                (10..<20).map { .string("2024-02-\($0)T10:00:00Z") }, ["type": "string", "format": "date-time"]
            ),
            (["https://a.example/x", "ftp://a.example"], ["type": "string"]), (["1.2.3.4"], ["type": "string"]),
            (["ada@example.com"], ["type": "string"]), ([[]], ["type": "array"]),
            ([[1.5, .null]], ["type": "array", "items": ["type": ["number", "null"]]]),
            (
                [["a": 1.5, "b": true], ["a": .null]],
                [
                    "type": "object", "required": ["a"],
                    "properties": ["a": ["type": ["number", "null"]], "b": ["type": "boolean"]],
                ]
            ),
            (
                [["a": 7], ["a": 8]],
                ["type": "object", "required": ["a"], "properties": ["a": ["type": "integer"]]]
            ),
        ] as [([JSON], JSON)])
    func infersASchemaFromSamples(_ samples: [JSON], _ schema: JSON) {
        var inference = SchemaInference()
        #expect(inference.schema(of: SampleShape(samples)) == schema)
    }

    @Test func recognizesFractionsByNotation() throws {
        var inference = SchemaInference()
        #expect(inference.schema(of: SampleShape([try JSON(parsing: "10.0")])) == ["type": "number"])
    }

    @Test func infersEnumerationsOnlyOnRequest() {
        let samples: [JSON] = ["on", "off", "on", "off"]
        var plain = SchemaInference()
        #expect(plain.schema(of: SampleShape(samples)) == ["type": "string"])
        var asked = SchemaInference(enumerations: true)
        #expect(asked.schema(of: SampleShape(samples)) == ["type": "string", "enum": ["on", "off"]])
        #expect(
            asked.schema(of: SampleShape(samples + [.null])) == [
                "type": ["string", "null"], "enum": ["on", "off", .null],
            ])
        #expect(asked.schema(of: SampleShape(["a", "b", "c"])) == ["type": "string"])
    }

    @Test(arguments: [["1", "2"], ["2026-10-01"], ["2026-10", "2026-11"], ["123e4567-e89b-12d3-a456-426614174000"]])
    func treatsIdentifiersAndDatesAsDictionaryKeys(_ keys: [String]) {
        var inference = SchemaInference()
        let rates = JSON.object(JSONObject(keys.map { ($0, 1.5) }))
        #expect(
            inference.schema(of: SampleShape([rates, [:]])) == [
                "type": "object", "additionalProperties": ["type": "number"],
            ])
    }

    @Test func treatsOtherKeysAsProperties() {
        var inference = SchemaInference()
        let schema = inference.schema(of: SampleShape([["1": 1.5, "total": 2.5], ["1": 1.5]]))
        #expect(
            schema == [
                "type": "object", "required": ["1"],
                "properties": ["1": ["type": "number"], "total": ["type": "number"]],
            ])
        #expect(inference.schema(of: SampleShape([["v2": true]]))["properties"] != nil)
    }
}
