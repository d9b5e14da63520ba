import ContractChecking
import Foundation
import JSONSchema
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Values with which a request builder is probed, and the faults that they reveal.
struct HostileArgumentTests {
    @Test func probesForbiddenValuesForInjectionOnly() async throws {
        let arguments =
            #"{ "id": { "type": "string", "pattern": "^[0-9]+$" }, "token": { "type": "string", "pattern": "^[a-z]+$" } }"#
        let request = """
            { "method": "GET", "path": "/notes/{id}", "query": { "after": "{id}" }, "headers": { "Authorization": "Bearer {token}" } }
            """
        let given = #"{ "id": "7", "token": "abc" }"#
        let sound = try await requestFindings(arguments: arguments, request: request, given: given) { arguments in
            let id: String = try arguments["id"]
            let url = try #require(URL(string: "https://notes.example.com/notes")).appendingPathComponent(id)
            var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
            components.queryItems = [URLQueryItem(name: "after", value: id)]
            var request = URLRequest(url: try #require(components.url))
            request.setValue("Bearer \(try arguments["token"] as String)", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(sound == [])
        let redirected = try await requestFindings(arguments: arguments, request: request, given: given) { arguments in
            let id: String = try arguments["id"]
            let text =
                id.hasPrefix("https:")
                ? id : "https://notes.example.com/notes/\(escaped(id))?after=\(escaped(id))"
            var request = URLRequest(url: try #require(URL(string: text)))
            request.setValue("Bearer \(try arguments["token"] as String)", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(redirected.map { $0.prefix(16) } == ["request.origin: "])
    }

    /// On Linux, Foundation drops a header with a line break if it is set alone, but sends it if all are set at once.
    @Test(arguments: [
        (#"{ "type": "string", "pattern": "^[!-~]+$" }"#, "Authorization", false),
        (#"{ "type": "string", "format": "password" }"#, "Authorization", false),
        (#"{ "type": "string" }"#, "X-Note", true),
    ])
    func findsALineBreakInAHeaderOnlyIfTheSchemaAllowsIt(schema: String, header: String, isFound: Bool) async throws {
        let isSecret = schema.contains("password")
        let found = try await requestFindings(
            arguments: #"{ "text": \#(schema) }"#,
            request: #"{ "method": "GET", "path": "/notes", "headers": { "\#(header)": "Token {text}" } }"#,
            given: isSecret ? #"{ "text": "{env:NOTES_TOKEN}" }"# : #"{ "text": "abc" }"#
        ) { arguments in
            var request = try notesRequest("/notes")
            request.allHTTPHeaderFields = [header: "Token \(try arguments["text"] as String)"]
            return request
        }
        let message =
            "request.header: the header '\(header)' contains a line break or NUL, which ends the header on the wire"
        #expect(found.count == (isFound ? 1 : 0))
        #expect(found.allSatisfy { $0.hasPrefix(message) })
    }

    /// A conversion need not survive values far beyond the bounds, so none are tried.
    @Test(arguments: [(#", "maximum": 360000000"#, 0), ("", 1)])
    func triesNumbersOnlyWithinAndNearTheirBounds(bound: String, count: Int) async throws {
        struct Trap: Error {}
        let found = try await requestFindings(
            arguments: #"{ "ms": { "type": "integer", "minimum": 0\#(bound) } }"#,
            request: #"{ "method": "GET", "path": "/notes/{ms}" }"#, given: #"{ "ms": 7 }"#
        ) { arguments in
            let milliseconds: Int = try arguments["ms"]
            // Simulates a trap, which would end the test process.
            guard milliseconds <= 360_000_001 else { throw Trap() }
            return try notesRequest("/notes/\(milliseconds)")
        }
        #expect(found.count == count, "\(found)")
    }

    /// 0.29 times 100 is 28.999… in binary, and 1.001 times 1000 is 1000.999…
    @Test(arguments: [("percent", 100, 100.0), ("ms", 86_400_000, 1000.0)])
    func findsAnIntegerLostInFloatingPointScaling(name: String, greatest: Int, scale: Double) async throws {
        @Sendable func found(_ sent: @escaping @Sendable (Double) -> Int) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "\#(name)": { "type": "integer", "minimum": 0, "maximum": \#(greatest) } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "n": "{\#(name)}" } }"#,
                given: #"{ "\#(name)": 7 }"#
            ) { try notesRequest("/notes?n=\(sent(Double(try $0[name] as Int) / scale))") }
        }
        #expect(try await found { Int(($0 * scale).rounded()) } == [])
        let lost = try await found { Int($0 * scale) }
        #expect(lost.count == 1 && lost[0].hasPrefix("request.query: the query 'n' differs"), "\(lost)")
    }

    @Test func triesEachNumberOfAShortRange() async throws {
        @Sendable func found(_ usual: Int?) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "days": { "type": "integer", "minimum": 1, "maximum": 16 } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "days": "{days}" } }"#,
                given: #"{ "days": 3 }"#
            ) {
                let days: Int = try $0["days"]
                return try notesRequest("/notes" + (days == usual ? "" : "?days=\(days)"))
            }
        }
        #expect(try await found(nil) == [])
        #expect(try await found(7) == ["request.query: the query 'days' is missing; probe: days is 7"])
    }

    @Test func triesAnObjectWithManyKeys() async throws {
        @Sendable func found(_ most: Int) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "labels": { "type": "object", "additionalProperties": { "type": "string" } } }"#,
                request: #"{ "method": "POST", "path": "/notes", "body": { "labels": "{labels}" } }"#,
                given: #"{ "labels": { "a": "b" } }"#
            ) {
                let labels: [String: String] = try $0["labels"]
                let kept = labels.sorted { $0.key < $1.key }.prefix(most)
                var request = try notesRequest("/notes", method: "POST")
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = try JSONEncoder().encode(["labels": Dictionary(uniqueKeysWithValues: Array(kept))])
                return request
            }
        }
        #expect(try await found(60) == [])
        let cut = try await found(50)
        #expect(cut.count == 1 && cut[0].contains("probe: labels is an object with 60 keys"), "\(cut)")
    }

    /// A builder may rely on the number of elements.
    @Test func triesNoListWithFewerElementsThanTheSchemaDemands() async throws {
        let counts = Locked<Set<Int>>([])
        let found = try await requestFindings(
            arguments: """
                { "place": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "integer" } } }
                """,
            request: #"{ "method": "GET", "path": "/notes", "query": { "at": "{place|joined}" } }"#,
            given: #"{ "place": [1, 2] }"#
        ) {
            let place: [Int] = try $0["place"]
            counts.withLock { _ = $0.insert(place.count) }
            return try notesRequest("/notes?at=\(place.map { "\($0)" }.joined(separator: ","))")
        }
        #expect(found == [])
        #expect(counts.withLock { $0 } == [2])
    }

    @Test func triesAListOfMoreThanAHundredElements() async throws {
        @Sendable func found(_ most: Int) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "ids": { "type": "array", "minItems": 1, "items": { "type": "integer" } } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "ids": "{ids|joined}" } }"#,
                given: #"{ "ids": [1, 2] }"#
            ) {
                let ids: [Int] = try $0["ids"]
                return try notesRequest("/notes?ids=\(ids.prefix(most).map(String.init).joined(separator: ","))")
            }
        }
        let whole = try await found(.max)
        #expect(whole == [], "\(whole)")
        #expect(try await found(100).count == 1)
    }

    /// `UUID` writes uppercase letters and RFC 9562 lowercase ones. Both spell the same identifier.
    @Test(arguments: [true, false]) func acceptsUUIDsOfAListInEitherLetterCase(isSmall: Bool) async throws {
        @Sendable func found(_ spelled: @escaping @Sendable ([UUID]) -> [UUID]) async throws -> [String] {
            try await requestFindings(
                arguments:
                    #"{ "ids": { "type": "array", "minItems": 1, "items": { "type": "string", "format": "uuid" } } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "ids": "{ids|joined}" } }"#,
                given: #"{ "ids": ["123e4567-e89b-12d3-a456-426614174000"] }"#
            ) {
                let ids = spelled(try $0["ids"]).map { isSmall ? $0.uuidString.lowercased() : $0.uuidString }
                return try notesRequest("/notes?ids=\(ids.joined(separator: ","))")
            }
        }
        let all = try await found { $0 }
        #expect(all == [], "\(all)")
        #expect(try await found { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } } != [])
    }

    /// `YYYY` is the week-based year, which differs from the calendar year in the days around New Year.
    @Test(arguments: ["date", "date-time"])
    func findsAWeekYearInADate(format: String) async throws {
        @Sendable func found(_ pattern: String) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "since": { "type": "string", "format": "\#(format)" } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "since": "{since|date}" } }"#,
                given: #"{ "since": "2026-06-15\#(format == "date" ? "" : "T12:00:00Z")" }"#
            ) { arguments in
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = TimeZone(identifier: "UTC")
                formatter.dateFormat = pattern
                return try notesRequest("/notes?since=\(formatter.string(from: try arguments["since"]))")
            }
        }
        #expect(
            try await found("YYYY-MM-dd") == [
                "request.query: the query 'since' differs; probe: since is a moment in a week that ends next year"
            ])
        #expect(try await found("yyyy-MM-dd") == [])
        // The day of the case has two digits.
        let short = try await found("yyyy-MM-d")
        #expect(short.count == 1 && short[0].hasPrefix("request.query: the query 'since' differs; probe: "), "\(short)")
    }

    /// The boundary, which differs in each request, is not a fault of its own.
    @Test(arguments: [(true, []), (false, ["request.body"])])
    func reportsOnlyABodyFaultForAnUnreadableMultipartBody(saysBoundary: Bool, rules: [String]) async throws {
        let found = try await requestFindings(
            arguments: #"{ "title": { "type": "string" } }"#,
            request: #"{ "method": "POST", "path": "/notes", "multipart": { "title": "{title}" } }"#,
            given: #"{ "title": "Milk" }"#
        ) { arguments in
            let boundary = UUID().uuidString
            let title: String = try arguments["title"]
            var request = try notesRequest("/notes", method: "POST")
            let parameter = saysBoundary ? "; boundary=\(boundary)" : ""
            request.setValue("multipart/form-data\(parameter)", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n\(title)\r\n--\(boundary)--\r\n"
                    .utf8)
            return request
        }
        #expect(Set(found.map { String($0.prefix { $0 != ":" }) }) == Set(rules), "\(found)")
    }
}
