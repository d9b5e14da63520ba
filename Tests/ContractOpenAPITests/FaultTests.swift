import JSONSchema
import Testing

@testable import ContractOpenAPI

struct FaultTests {
    private func faults(_ document: OpenAPIDocument) -> [String] {
        document.faults.map { "\($0.place.pointer): \($0.message)" }
    }

    /// YAML 1.1 would merge the parameter into the operation.
    @Test func reportsMergeKeys() throws {
        let text = """
            openapi: 3.0.3
            info: {title: "a << b", version: "1"}
            paths:
              /notes:
                get: {<<: {parameters: [{name: q, in: query, required: true}]}, responses: {}}
            """
        let document = try OpenAPIDocument(parsing: Array(text.utf8), file: "notes.yaml")
        #expect(
            faults(document) == [
                "/paths/~1notes/get/<<: YAML 1.2 has no merge keys, so these members are left out"
            ])
    }

    @Test func reportsDanglingReferences() throws {
        let document = try operation(
            ##"""
            "responses": {
              "200": {"$ref": "#/components/responses/None"}, "201": {"$ref": "other.json#/a"},
              "202": {"$ref": "#/components/responses/A"}, "203": {"$ref": "#nothing"}, "204": {"$ref": 7}
            }
            """##,
            ##"{"responses": {"A": {"$ref": "#/components/responses/B"}, "B": {"$ref": "#/components/responses/A"}}}"##
        )
        let start = "/paths/~1notes~1{id}/get/responses"
        #expect(
            faults(document) == [
                "\(start)/200/$ref: the reference '#/components/responses/None' cannot be resolved",
                "\(start)/201/$ref: the reference 'other.json#/a' refers to another document, which is not read",
                "/components/responses/B/$ref: the reference '#/components/responses/A' is circular",
                "\(start)/203/$ref: '#nothing' is not a reference: expected '#' and a JSON Pointer",
                "\(start)/204/$ref: expected a string, found integer",
            ])
        #expect(document.operations.first?.responses.isEmpty == true)
    }

    @Test func reportsInvalidPartsAndReadsTheRest() throws {
        let document = try document(
            #"""
            "servers": [{"url": "https://{host}"}],
            "paths": {
              "notes": {"get": {}}, "/open{": {"get": {}},
              "/a/{b}": {"get": {"parameters": [{"name": "q", "in": "body", "schema": {}}, {"in": "query", "schema": {}},
                                                {"name": "r", "in": "query"}, {"name": "r", "in": "query", "schema": {}}],
                                 "security": [{"none": []}], "requestBody": {},
                                 "responses": {"600": {}, "200": [], "x-note": 1}}, "put": 3}
            }
            """#)
        let start = "/paths/~1a~1{b}"
        #expect(
            faults(document) == [
                "/servers/0: 'https://{host}' has a variable without a default",
                "/paths/notes: 'notes' is not a path: it must start with '/' and have balanced braces",
                "/paths/~1open{: '/open{' is not a path: it must start with '/' and have balanced braces",
                "\(start)/get/parameters/0/in: 'body' is not a parameter location: expected path, query, header or cookie",
                "\(start)/get/parameters/1: the key 'name' is missing",
                "\(start)/get/parameters/2: the parameter 'r' has neither a schema nor content",
                "\(start)/get/parameters/3: there are two query parameters 'r'",
                "\(start)/get/requestBody: the key 'content' is missing",
                "\(start)/get/responses/600: '600' is not a status: expected 200, 4XX or default",
                "\(start)/get/responses/200: expected an object, found array",
                "\(start)/get/security/0/none: there is no security scheme 'none'",
                "\(start)/get: no parameter describes '{b}' of the path",
                "\(start)/put: expected an object, found integer",
            ])
        #expect(document.operations.map(\.label) == ["GET /a/{b}"])
    }

    @Test func reportsAFaultOfAComponentOnce() throws {
        let document = try operation(
            ##""responses": {"200": {"$ref": "#/components/responses/R"}, "201": {"$ref": "#/components/responses/R"}}"##,
            #"{"responses": {"R": {"description": 1}}}"#)
        #expect(faults(document) == ["/components/responses/R/description: expected a string, found integer"])
        #expect(document.operations.first?.responses.count == 2)
    }

    /// A reference is resolved once for all operations. Otherwise 2,000 operations with 2,000 headers would make four
    /// million values.
    @Test func readsSharedComponentsOnce() throws {
        let headers = (0..<2_000).map { #""h\#($0)": {"schema": {}}"# }.joined(separator: ",")
        let paths = (0..<2_000).map {
            ##""/p\##($0)": {"get": {"responses": {"200": {"$ref": "#/components/responses/R"}}}}"##
        }.joined(separator: ",")
        let document = try document(
            #""paths": {\#(paths)}, "components": {"responses": {"R": {"description": "", "headers": {\#(headers)}}}}"#)
        #expect(document.operations.count == 2_000)
        #expect(document.operations.last?.responses.first?.headers.count == 2_000)
    }
}
