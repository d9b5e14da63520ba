import ContractPact
import JSONSchema
import Testing

@Suite("Reading a Pact")
struct ReadingTests {
    @Test(
        "Invalid Pacts are reported with a location",
        arguments: [
            ("[]", "app-shop.json:1:1: error: expected an object, found array"),
            (#"{"consumer": {"name": "a"}"#, "app-shop.json:1:27: error: not JSON: "),
            (
                #"{"consumer": {"name": "a"}, "provider": {"name": "p"}, "metadata": {"pactSpecification": {"version": "9"}}}"#,
                "app-shop.json:1:102: error: expected a specification version from 1 to 4, found '9'"
            ),
            (
                #"{"consumer": {"name": "a"}, "provider": {"name": "p"}, "interactions": [{"description": "d", "request": {"method": "FETCH", "path": "/"}, "response": {"status": 200}}]}"#,
                "app-shop.json:1:116: error: expected an HTTP method, found 'FETCH'"
            ),
            (
                #"{"consumer": {"name": "a"}, "provider": {"name": "p"}, "interactions": [{"description": "d", "request": {"method": "GET", "path": "/", "matchingRules": {"$.body.a": {"match": "regx"}}}, "response": {"status": 200}}]}"#,
                "app-shop.json:1:166: error: expected a matcher of the specification, found 'regx'; did you mean 'regex'?"
            ),
        ])
    func faults(text: String, fault: String) {
        #expect { try pact(text) } throws: { ($0 as? SourceFault)?.report.hasPrefix(fault) ?? false }
    }

    @Test("A Pact without a version has the lowest one that defines its members")
    func version() throws {
        let names = #""consumer": {"name": "a"}, "provider": {"name": "p"}"#
        let call = #""request": {"method": "GET", "path": "/"}, "response": {"status": 200}"#
        #expect(try pact("{\(names), \"interactions\": [{\"description\": \"d\", \(call)}]}").version == .v2)
        #expect(
            try pact("{\(names), \"interactions\": [{\"description\": \"d\", \"providerStates\": [], \(call)}]}")
                .version
                == .v3)
        #expect(
            try pact(
                "{\(names), \"interactions\": [{\"type\": \"Synchronous/HTTP\", \"description\": \"d\", \(call)}]}"
            )
            .version == .v4)
        #expect(try pact("{\(names), \"interactions\": []}", version: .v1).version == .v1)
    }

    @Test("Messages are listed separately from HTTP interactions, each with its location")
    func messages() throws {
        let document = try pact(
            #"{"consumer": {"name": "a"}, "provider": {"name": "p"}, "messages": [{"description": "an event", "contents": {}}]}"#
        )
        #expect(document.interactions.isEmpty)
        #expect(document.others.map(\.description) == ["an event"])
        #expect(document.others.map { "\($0.place)" } == ["app-shop.json:1:69"])
    }

    @Test(
        "A path expression round-trips",
        arguments: ["$", "$.a", "$.a[0].b[*]", "$['a b'].c", "$['it\\'s']", "$.a-b_1"])
    func paths(text: String) throws {
        #expect(try #require(RulePath(text)).description == text)
    }

    @Test("Invalid path expressions are rejected", arguments: ["", "a", "$.", "$[", "$[-1]", "$['a]", "$..a", "$[a]"])
    func invalidPaths(text: String) {
        #expect(RulePath(text) == nil)
    }
}
