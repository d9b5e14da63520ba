import ContractChecking
import Foundation
import JSONSchema
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forms in which a request may contain its arguments: nil, lists, numbers, dates and media types.
struct RequestFormsTests {
    private static func post(_ json: [String: Any]) throws -> URLRequest {
        var request = try notesRequest("/notes")
        request.httpMethod = "POST"
        request.httpBody = try JSONSerialization.data(withJSONObject: json)
        return request
    }

    private static let title = #"{ "title": { "type": ["string", "null"] } }"#

    @Test(arguments: [#"{}"#, #"{ "title": null }"#])
    func allowsOmittingANilArgument(given: String) async throws {
        let found = try await requestFindings(
            arguments: Self.title, request: #"{ "method": "POST", "path": "/notes", "body": { "title": "{title}" } }"#,
            given: given
        ) { arguments in
            let title: String? = try arguments["title"]
            return try Self.post(title.map { ["title": $0] } ?? [:])
        }
        #expect(found == [])
    }

    @Test(arguments: [
        ("{title}", false), ("{title|null}", true), ("{title|either}", true), ("{title|distinct}", false),
    ])
    func allowsAnExplicitNullOnlyIfTheFormDoes(form: String, isSound: Bool) async throws {
        let found = try await requestFindings(
            arguments: Self.title, request: #"{ "method": "POST", "path": "/notes", "body": { "title": "\#(form)" } }"#,
            given: "{}"
        ) { arguments in
            let title: String? = try arguments["title"]
            return try Self.post(["title": title.map { $0 as Any } ?? NSNull()])
        }
        #expect(found.isEmpty == isSound)
        #expect(found.allSatisfy { $0.hasPrefix("request.body: the body differs at '/title'") })
    }

    @Test func distinguishesAbsentFromNullIfTheContractDoes() async throws {
        let found = try await requestFindings(
            arguments: Self.title,
            request: #"{ "method": "POST", "path": "/notes", "body": { "title": "{title|distinct}" } }"#, given: "{}"
        ) { arguments in
            if arguments.isNull("title") { return try Self.post(["title": NSNull()]) }
            let title: String? = try arguments["title"]
            return try Self.post(title.map { ["title": $0] } ?? [:])
        }
        #expect(found == [])
    }

    /// The case passes a title, so only a probe omits it.
    @Test(arguments: [(false, 0), (true, 1)])
    func findsNullSentForAnOmittedArgument(sendsNull: Bool, count: Int) async throws {
        let found = try await requestFindings(
            arguments: Self.title,
            request: #"{ "method": "POST", "path": "/notes", "body": { "title": "{title|distinct}" } }"#,
            given: #"{ "title": "Milk" }"#
        ) { arguments in
            let title: String? = try arguments["title"]
            let value = title.map { $0 as Any } ?? NSNull()
            return try Self.post(sendsNull || arguments.has("title") ? ["title": value] : [:])
        }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.contains("the body differs at '/title'; probe: title is left out") })
    }

    @Test(arguments: [("application/x-www-form-urlencoded; charset=utf-8", 0), ("text/plain", 1)])
    func reportsAMediaTypeThatDoesNotFitTheBody(type: String, count: Int) async throws {
        let found = try await requestFindings(
            arguments: #"{ "title": { "type": "string", "pattern": "^[a-z]+$" } }"#,
            request: #"{ "method": "POST", "path": "/notes", "form": { "title": "{title}" } }"#,
            given: #"{ "title": "milk" }"#
        ) { arguments in
            var request = try notesRequest("/notes", method: "POST")
            request.httpBody = Data("title=\(escaped(try arguments["title"]))".utf8)
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            return request
        }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.hasPrefix("request.header: the header 'Content-Type' does not match the body") })
    }

    @Test(arguments: [true, false]) func reportsABodyThatTheContractDoesNotDeclareOnce(hasBody: Bool) async throws {
        let found = try await requestFindings(
            arguments: "{}", request: #"{ "method": "POST", "path": "/notes" }"#, given: "{}"
        ) { _ in
            var request = try notesRequest("/notes", method: "POST")
            if hasBody { request.httpBody = Data("{}".utf8) }
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            return request
        }
        let header = "request.header: the header 'Content-Type' is not in the contract (allow it with 'allowedHeaders')"
        #expect(found == [hasBody ? "request.body: the request has a body, but the contract declares none" : header])
    }

    @Test(arguments: [("{ids}", "&ids="), ("{ids|joined}", ","), ("{ids|joined: }", "%20")])
    func acceptsListsInTheFormOfTheContract(form: String, separator: String) async throws {
        let found = try await requestFindings(
            arguments: #"{ "ids": { "type": "array", "items": { "type": "integer" } } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "ids": "\#(form)" } }"#,
            given: #"{ "ids": [1, 2] }"#
        ) { arguments in
            let ids: [Int] = try arguments["ids"]
            let query = ids.isEmpty ? "" : "ids=" + ids.map(String.init).joined(separator: separator)
            return try notesRequest("/notes" + (query.isEmpty ? "" : "?" + query))
        }
        #expect(found == [])
    }

    private static let place = (
        arguments: #"{ "latitude": { "type": "number", "minimum": -90, "maximum": 90 } }"#,
        request: #"{ "method": "GET", "path": "/notes/{latitude}", "query": { "lat": "{latitude}" } }"#,
        given: #"{ "latitude": 0 }"#
    )

    @Test func comparesNumbersAsNumbers() async throws {
        let found = try await requestFindings(
            arguments: Self.place.arguments, request: Self.place.request, given: Self.place.given
        ) { arguments in
            let latitude: Double = try arguments["latitude"]
            return try notesRequest("/notes/\(latitude)?lat=\(latitude)")
        }
        #expect(found == [])
    }

    /// `0`, `0.0` and `0e0` are the same number, and so are `1.5e-7` and `0.00000015`.
    @Test(
        arguments: [
            { "\($0)" }, { NSDecimalNumber(string: "\($0)").stringValue }, { String(format: "%.17e", $0) },
            { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : "\($0)" },
        ] as [@Sendable (Double) -> String])
    func comparesNumbersAsNumbersInEveryPlace(_ spell: @escaping @Sendable (Double) -> String) async throws {
        let found = try await requestFindings(
            arguments: #"{ "x": { "type": "number", "minimum": -90, "maximum": 90 } }"#,
            request: """
                { "method": "POST", "path": "/notes/{x}/near", "query": { "x": "{x}", "box": "{x},{x}" },
                  "headers": { "X-Place": "{x}" }, "form": { "x": "{x}" } }
                """, given: #"{ "x": 1.5e-7 }"#
        ) { arguments in
            let text = spell(try arguments["x"])
            let escaped = escaped(text)
            var request = try notesRequest("/notes/\(escaped)/near?x=\(escaped)&box=\(escaped)%2C\(escaped)")
            request.httpMethod = "POST"
            request.setValue(text, forHTTPHeaderField: "X-Place")
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("x=\(escaped)".utf8)
            return request
        }
        #expect(found == [])
    }

    @Test(arguments: ["integer", "number"])
    func findsAnIntegerWrittenAsAFraction(type: String) async throws {
        let found = try await requestFindings(
            arguments: #"{ "x": { "type": "\#(type)", "minimum": 1, "maximum": 99 } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "x": "{x}" } }"#, given: #"{ "x": 20 }"#
        ) { arguments in
            let x: Double = try arguments["x"]
            return try notesRequest("/notes?x=\(x)")
        }
        #expect(found == (type == "number" ? [] : ["request.query: the query 'x' differs"]))
    }

    @Test(arguments: ["path", "query", "header", "form"])
    func reportsLostDigitsInEveryPlace(place: String) async throws {
        let found = try await requestFindings(
            arguments: #"{ "x": { "type": "number", "minimum": -90, "maximum": 90 } }"#,
            request: """
                { "method": "POST", "path": "/notes/{x}", "query": { "x": "{x}" }, "headers": { "X-Place": "{x}" },
                  "form": { "x": "{x}" } }
                """, given: #"{ "x": 0.25 }"#
        ) { arguments in
            let x: Double = try arguments["x"]
            func text(_ here: String) -> String {
                escaped(here == place ? String(format: "%.2f", x) : "\(x)")
            }
            var request = try notesRequest("/notes/\(text("path"))?x=\(text("query"))")
            request.httpMethod = "POST"
            request.setValue(text("header").removingPercentEncoding, forHTTPHeaderField: "X-Place")
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("x=\(text("form"))".utf8)
            return request
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("are lost") == true, "\(found)")
        #expect(found.first?.hasPrefix("request.\(place == "form" ? "body" : place): ") == true, "\(found)")
    }

    @Test(arguments: [true, false])
    func reportsLostDigits(isFloat: Bool) async throws {
        let found = try await requestFindings(
            arguments: Self.place.arguments, request: Self.place.request, given: Self.place.given
        ) { arguments in
            let latitude: Double = try arguments["latitude"]
            return try notesRequest(
                "/notes/\(latitude)?lat=\(isFloat ? "\(Float(latitude))" : String(format: "%.2f", latitude))")
        }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("request.query: the query 'lat' differs: the digits '") == true)
    }

    @Test func comparesDatesAndUUIDsByValue() async throws {
        let found = try await requestFindings(
            arguments:
                #"{ "at": { "type": "string", "format": "date-time" }, "id": { "type": "string", "format": "uuid" } }"#,
            request: #"{ "method": "GET", "path": "/notes/{id}", "query": { "at": "{at}" } }"#,
            given: #"{ "at": "2024-02-29T12:00:00+02:00", "id": "123e4567-e89b-12d3-a456-426614174000" }"#
        ) { arguments in
            let (at, id): (Date, UUID) = try (arguments["at"], arguments["id"])
            return try notesRequest("/notes/\(id)?at=\(at.formatted(.iso8601))")
        }
        #expect(found == [])
    }

    @Test func comparesOnlyMediaTypeParametersThatTheContractNames() async throws {
        let found = try await requestFindings(
            arguments: "{}",
            request:
                #"{ "method": "POST", "path": "/notes", "headers": { "Content-Type": "application/json" }, "body": {} }"#,
            given: "{}", responses: #"{ "204": {}, "200": { "content": "application/json", "schema": {} } }"#
        ) { _ in
            var request = try Self.post([:])
            request.setValue("Application/JSON; charset=utf-8", forHTTPHeaderField: "Content-Type")
            request.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
            return request
        }
        #expect(found == [])
    }

    @Test func findsAnAcceptHeaderThatNoResponseMatches() async throws {
        let found = try await requestFindings(
            arguments: "{}", request: #"{ "method": "GET", "path": "/notes" }"#, given: "{}",
            responses: #"{ "204": {}, "200": { "content": "application/json", "schema": {} } }"#
        ) { _ in
            var request = try notesRequest("/notes")
            request.setValue("text/xml", forHTTPHeaderField: "Accept")
            return request
        }
        #expect(
            found == ["request.header: the header 'Accept' does not accept the media type of the response"])
    }

    @Test func allowsValuesToVaryWithinTheirSchema() async throws {
        let found = try await requestFindings(
            arguments: "{}",
            request: """
                { "method": "GET", "path": "/notes", "query": { "nonce": { "type": "string", "format": "uuid" } },
                  "headers": { "X-Request-ID": { "type": "string" } }, "allowedHeaders": ["X-Trace"] }
                """, given: "{}"
        ) { _ in
            var request = try notesRequest("/notes?nonce=\(UUID())")
            request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-ID")
            request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Trace")
            return request
        }
        #expect(found == [])
    }

    @Test func reportsAnUnknownArgumentOnce() async throws {
        let found = try await requestFindings(
            arguments: Self.title, request: #"{ "method": "GET", "path": "/notes" }"#, given: "{}"
        ) { arguments in
            let _: String? = try arguments["titel"]
            return try notesRequest("/notes")
        }
        #expect(
            found == [
                "request.argument: the binding asks for the argument 'titel', which the contract does not declare; did you mean 'title'?"
            ])
    }

    @Test func generatesAStandInSecretFromItsSchema() async throws {
        struct Malformed: Error {}
        let found = try await requestFindings(
            arguments: #"{ "key": { "type": "string", "format": "password", "pattern": "^[0-9a-f]{40}$" } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "key": "{key}" } }"#,
            given: #"{ "key": "{env:NOTES_KEY}" }"#
        ) { arguments in
            let key: String = try arguments["key"]
            guard key.count == 40, key.allSatisfy(\.isHexDigit) else { throw Malformed() }
            return try notesRequest("/notes?key=\(key)")
        }
        #expect(found == [])
    }

    private enum Order: String { case oldest, newest }
    private struct Filter: Decodable, Equatable {
        let tags: [String]
        let since: Date?
    }

    @Test func convertsArgumentsToClientTypes() throws {
        let arguments = Arguments([
            "big": 9_007_199_254_740_993, "price": 0.1, "amount": "-12.50", "text": "12.50 EUR", "order": "newest",
            "at": "1970-01-01T00:00:01.500Z",
            "day": "1970-01-02", "bytes": "AQI=", "labels": ["a": 1], "null": .null,
            "id": "123E4567-E89B-12D3-A456-426614174000",
            "filter": ["tags": ["x"], "since": "1970-01-01T00:00:00Z"],
        ])
        #expect(try arguments["big"] as Int64 == 9_007_199_254_740_993)
        #expect(try arguments["big"] as UInt64 == 9_007_199_254_740_993)
        #expect(throws: ArgumentError.self) { try arguments["big"] as Int32 }
        #expect(try arguments["price"] as Float == 0.1)
        #expect(try arguments["price"] as Decimal == Decimal(1) / 10)
        #expect(try arguments["amount"] as Decimal == Decimal(-25) / 2)
        #expect(throws: ArgumentError.self) { try arguments["text"] as Decimal }
        #expect(try arguments["order"] as Order == .newest)
        #expect(try arguments["order"] as Order? == .newest)
        #expect(try arguments["null"] as Order? == nil)
        #expect(try arguments["absent"] as Order? == nil)
        #expect(throws: ArgumentError.self) { try arguments["day"] as Order }
        #expect(try arguments["at"] as Date == Date(timeIntervalSince1970: 1.5))
        #expect(try arguments["day"] as Date == Date(timeIntervalSince1970: 86_400))
        #expect(try arguments["bytes"] as Data == Data([1, 2]))
        #expect(try arguments["id"] as UUID == UUID(uuidString: "123e4567-e89b-12d3-a456-426614174000"))
        #expect(try arguments["labels"] as [String: Int] == ["a": 1])
        let filter = Filter(tags: ["x"], since: Date(timeIntervalSince1970: 0))
        #expect(try arguments["filter"] as Filter == filter)
        #expect(try arguments.decode("filter", as: Filter.self) == filter)
        #expect(arguments.isNull("null") && arguments.has("null"))
        #expect(!arguments.isNull("absent") && !arguments.has("absent"))
    }

    @Test(arguments: [
        (#"{ "204": {}, "404": { "content": "application/problem+json" } }"#, true),
        (#"{ "204": {}, "200": { "content": "text/csv" } }"#, false),
    ])
    func comparesTheAcceptHeaderOnlyWithSuccessfulResponses(responses: String, isAllowed: Bool) async throws {
        let found = try await requestFindings(
            arguments: "{}", request: #"{ "method": "DELETE", "path": "/notes/1" }"#, given: "{}", responses: responses
        ) { _ in
            var request = try notesRequest("/notes/1")
            request.httpMethod = "DELETE"
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            return request
        }
        #expect(found.isEmpty == isAllowed, "\(found)")
    }

    /// The order of a dictionary's pairs varies between runs.
    @Test func allowsAnUnstableOrderOfQueryItemsAndFormFields() async throws {
        let calls = Locked(0)
        @Sendable func pairs() -> String {
            let isEven = calls.withLock { count in
                count += 1
                return count.isMultiple(of: 2)
            }
            return isEven ? "a=1&b=2&b=3" : "b=3&a=1&b=2"
        }
        let byQuery = try await requestFindings(
            arguments: "{}", request: #"{ "method": "GET", "path": "/notes", "query": { "a": "1", "b": ["2", "3"] } }"#,
            given: "{}"
        ) { _ in try notesRequest("/notes?" + pairs()) }
        #expect(byQuery == [])
        let byForm = try await requestFindings(
            arguments: "{}", request: #"{ "method": "POST", "path": "/notes", "form": { "a": "1", "b": ["2", "3"] } }"#,
            given: "{}"
        ) { _ in
            var request = try notesRequest("/notes")
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(pairs().utf8)
            return request
        }
        #expect(byForm == [])
    }

    @Test(arguments: [(true, 0), (false, 1)])
    func requiresAnEmptyListInABody(isSent: Bool, count: Int) async throws {
        let found = try await requestFindings(
            arguments: #"{ "tags": { "type": "array", "items": { "type": "string" } } }"#,
            request: #"{ "method": "POST", "path": "/notes", "body": { "tags": "{tags}" } }"#, given: #"{ "tags": [] }"#
        ) { arguments in
            let tags: [String] = try arguments["tags"]
            return try Self.post(isSent || !tags.isEmpty ? ["tags": tags] : [:])
        }
        #expect(found.count == count, "\(found)")
    }

    // MARK: - XML

    /// Whitespace between elements is insignificant, even without any element. Other text is significant.
    @Test(arguments: [("<a>\n</a>", true), ("<a></a>", true), ("<a>b</a>", false)])
    func ignoresWhitespaceInAnElementWithoutChildren(sent: String, isSound: Bool) async throws {
        let found = try await requestFindings(
            arguments: #"{ "ids": { "const": [] } }"#,
            request: #"{ "method": "POST", "path": "/notes", "xml": "<a><id>{ids}</id></a>" }"#,
            given: #"{ "ids": [] }"#
        ) { arguments in
            let _: [String] = try arguments["ids"]
            var request = try notesRequest("/notes")
            request.httpMethod = "POST"
            request.setValue("application/xml", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(sent.utf8)
            return request
        }
        #expect(found.isEmpty == isSound, "\(found)")
    }
}
