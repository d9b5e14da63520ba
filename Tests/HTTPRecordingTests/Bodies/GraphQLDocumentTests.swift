import JSONSchema
import Testing

@testable import HTTPRecording

@Suite("GraphQL documents")
struct GraphQLDocumentTests {
    private static let document =
        #"query Book($isbn: ID!, $first: Int = 10) { book(isbn: $isbn, note: "a\nb") { title } }"#

    @Test(
        "whitespace, commas, comments and the notation of strings are insignificant",
        arguments: [
            "query Book($isbn:ID!$first:Int=10){book(isbn:$isbn note:\"a\\nb\"){title}}",
            "# a comment {\nquery Book ( $isbn : ID ! , $first : Int = 10 , )\n{ book(isbn: $isbn, note: \"a\\u000Ab\")\r\n{ title, } }\n",
            "\u{FEFF}query Book($isbn: ID!, $first: Int = 10) { book(isbn: $isbn, note: \"\"\"\n    a\n    b\n  \"\"\") { title } }",
        ])
    func sameTokens(_ text: String) throws {
        let document = try GraphQLDocument(parsing: text)
        #expect(try document == GraphQLDocument(parsing: Self.document))
        #expect(document.operations == [GraphQLDocument.Operation(kind: "query", name: "Book")])
        #expect(try GraphQLDocument(parsing: document.normalized) == document)
    }

    @Test(
        "blank lines around the text of a block string are insignificant",
        arguments: [("\n\n  a\n\n  b\n \n", #"a\n\nb"#), ("\n \n\n", ""), ("", ""), ("a", "a")])
    func blockStrings(_ block: String, _ string: String) throws {
        let document = try GraphQLDocument(parsing: "{ a(b: \"\"\"\(block)\"\"\") }")
        #expect(try document == GraphQLDocument(parsing: "{ a(b: \"\(string)\") }"))
    }

    @Test("a difference is reported with the tokens around it")
    func difference() throws {
        let other = try GraphQLDocument(parsing: "query Book($isbn: ID, $first: Int = 10) { book }")
        let difference = try #require(try GraphQLDocument(parsing: Self.document).difference(from: other))
        #expect(difference.own == "… : ID ! $ first :")
        #expect(difference.other == "… : ID $ first : Int")
    }

    @Test("operations are listed by kind and name, without fragments")
    func operations() throws {
        let text = "mutation Add { a } fragment query on T { query { b } } { c } subscription { d } type Q { query: T }"
        #expect(
            try GraphQLDocument(parsing: text).operations == [
                GraphQLDocument.Operation(kind: "mutation", name: "Add"),
                GraphQLDocument.Operation(kind: "query", name: nil),
                GraphQLDocument.Operation(kind: "subscription", name: nil),
            ])
    }

    @Test(
        "invalid documents are reported with line and column",
        arguments: [
            ("query {\n  a(b: \"c) }", "line 2, column 8: a string is never closed"),
            ("query { a", "line 1, column 7: '{' is never closed"),
            ("query { a ) }", "line 1, column 11: ')' has no opening bracket"),
            ("query { ü }", "line 1, column 9: 'ü' does not begin a token"),
            ("{ a(b: \"\"\"c) }", "line 1, column 8: a block string is never closed"),
            ("", "line 1, column 1: it is empty"),
        ])
    func refused(_ text: String, _ message: String) {
        let error = #expect(throws: BodySyntaxError.self) { try GraphQLDocument(parsing: text) }
        #expect(error?.description == message)
    }
}

@Suite("Comparison of request bodies in replay")
struct ComparedBodyTests {
    private static func request(_ body: String, _ type: String) -> RecordedRequest {
        RecordedRequest(
            method: "POST", url: "https://a.example/x", headers: ["Content-Type": type], body: Array(body.utf8))
    }

    private static func part(_ boundary: String, _ name: String, _ more: String, _ value: String) -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
    }

    private static func played(_ sent: RecordedRequest, _ recorded: [RecordedRequest]) async throws -> [String] {
        let entries = recorded.enumerated().map { index, request in
            HTTPExchange(request: request, response: RecordedResponse(status: 200 + index))
        }
        let transport = ReplayTransport(Recording(entries: entries))
        let request = try #require(sent.urlRequest)
        do {
            let (_, response) = try await transport.send(request)
            return ["\(response.statusCode)"]
        } catch let miss as ReplayMiss {
            return miss.candidates[0].reasons.map(\.message)
        }
    }

    @Test("multipart bodies match with another boundary and another order of names")
    func multipart() async throws {
        let recorded = Self.request(
            Self.part("AA", "a", "", "1") + Self.part("AA", "b", "; filename=\"f\"", "{\"x\":1,\"y\":2}")
                + "--AA--\r\n",
            "multipart/form-data; boundary=AA")
        let sent = Self.request(
            "\r\n" + Self.part("zz", "b", "; filename=\"f\"", "{\"x\":1,\"y\":2}") + Self.part("zz", "a", "", "1")
                + "--zz--",
            "multipart/form-data; boundary=\"zz\"")
        #expect(try await Self.played(sent, [recorded]) == ["200"])
        let other = Self.request(
            Self.part("zz", "a", "", "2") + Self.part("zz", "b", "", "{\"x\":1,\"y\":2}") + Self.part("zz", "c", "", "")
                + "--zz--",
            "multipart/form-data; boundary=zz")
        #expect(
            try await Self.played(other, [recorded]) == [
                "body: the part 'a': byte 0 differs; 1 bytes, the recording has 1",
                "body: the part 'b' has the file name none, the recording has f", "body: the part 'c' was not recorded",
            ])
    }

    @Test("GraphQL operations on one URL are distinguished, and whitespace is ignored")
    func graphql() async throws {
        func body(_ query: String, _ name: String) -> RecordedRequest {
            Self.request(
                JSON.object(["query": .string(query), "operationName": .string(name), "variables": ["id": 1]]).text(),
                "application/json")
        }
        let recorded = [body("query A { a }", "A"), body("query B { b(c: 1) }", "B")]
        #expect(try await Self.played(body("query B {\n  b(c: 1),\n}", "B"), recorded) == ["201"])
        #expect(
            try await Self.played(body("query C { c }", "C"), recorded).first
                == "body: the operation is query C, the recording has query A")
    }

    @Test("whitespace in the document of a GraphQL GET request is ignored")
    func graphqlByGet() async throws {
        func get(_ query: String) -> RecordedRequest {
            RecordedRequest(url: "https://a.example/x?query=\(PercentCoding.encode(query, allowing: ""))")
        }
        #expect(try await Self.played(get("{ a { b } }"), [get("{a{b}}")]) == ["200"])
        #expect(try await Self.played(get("a  b"), [get("a b")]).count == 1)
    }

    @Test("XML is compared by structure, and differences are reported by path")
    func xml() async throws {
        let recorded = Self.request("<a k='1' l='2'><b>x</b></a>", "text/xml")
        #expect(
            try await Self.played(Self.request("<a l=\"2\" k=\"1\">\n<b>x</b></a>", "application/xml"), [recorded]) == [
                "200"
            ])
        #expect(
            try await Self.played(Self.request("<a k='1' l='2'><b>y</b></a>", "text/xml"), [recorded])
                == ["body: /a/b is y, the recording has x"])
    }
}
