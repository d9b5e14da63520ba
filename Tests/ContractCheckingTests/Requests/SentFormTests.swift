import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Arguments sent in another form: dates as numbers and in patterns, numbers as strings, lists in a fixed order.
struct SentFormTests {
    private static func findings(
        _ form: String, _ send: @escaping @Sendable (Date) throws -> String
    ) async throws -> [String] {
        try await requestFindings(
            arguments: #"{ "since": { "type": "string", "format": "date-time" } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "since": "\#(form)" } }"#,
            given: #"{ "since": "2024-02-29T23:30:00Z" }"#
        ) { arguments in
            let since: Date = try arguments["since"]
            return try notesRequest("/notes?since=\(escaped(try send(since)))")
        }
    }

    private static func text(_ date: Date, _ pattern: String, _ zone: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: zone)
        formatter.dateFormat = pattern
        return formatter.string(from: date)
    }

    private typealias Sending = @Sendable (Date) -> String

    private static let sound: [(String, Sending)] = [
        ("{since|epoch-seconds}", { "\(Int($0.timeIntervalSince1970))" }),
        ("{since|epoch-seconds}", { "\($0.timeIntervalSince1970)" }),
        ("{since|epoch-milliseconds}", { "\(Int(($0.timeIntervalSince1970 * 1000).rounded()))" }),
        ("{since|date}", { text($0, "yyyy-MM-dd", "UTC") }),
        ("{since|date:dd.MM.yyyy HH:mm}", { text($0, "dd.MM.yyyy HH:mm", "UTC") }),
        ("{since|date:dd.MM.yyyy HH:mm|zone:Europe/Oslo}", { text($0, "dd.MM.yyyy HH:mm", "Europe/Oslo") }),
        ("after {since|epoch-seconds}", { "after \(Int($0.timeIntervalSince1970))" }),
    ]

    @Test(arguments: [false, true]) func readsAnAmountInTextAsADecimal(leavesOutZero: Bool) async throws {
        let found = try await requestFindings(
            arguments: #"{ "amount": { "type": "string", "pattern": "^(0|[1-9][0-9]{0,5})\\.[0-9]{2}$" } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "amount": "{amount}" } }"#,
            given: #"{ "amount": "12.50" }"#
        ) { arguments in
            let amount: Decimal = try arguments["amount"]
            if leavesOutZero, amount == 0 { return try notesRequest("/notes") }
            return try notesRequest(
                "/notes?amount=\(String(format: "%.2f", NSDecimalNumber(decimal: amount).doubleValue))")
        }
        let fault = "request.query: the query 'amount' is missing; probe: amount is the pattern's \"0.00\""
        #expect(found == (leavesOutZero ? [fault] : []))
    }

    @Test(arguments: sound.indices) func acceptsADateInTheFormOfTheContract(index: Int) async throws {
        let (form, send) = Self.sound[index]
        #expect(try await Self.findings(form, send) == [])
    }

    private static let faulty: [(String, Sending)] = [
        ("{since|epoch-seconds}", { "\(Int($0.timeIntervalSince1970) * 1000)" }),
        ("{since|epoch-seconds}", { "\(Int($0.timeIntervalSinceReferenceDate))" }),
        ("{since|epoch-milliseconds}", { "\(Int($0.timeIntervalSince1970))" }),
        ("{since|epoch-milliseconds}", { "\(Int($0.timeIntervalSince1970) * 1000)" }),
        ("{since|epoch-milliseconds}", { text($0, "yyyy-MM-dd'T'HH:mm:ss'Z'", "UTC") }),
        ("{since|date}", { text($0, "yyyy-MM-dd", "Asia/Tokyo") }),
        ("{since|date:dd.MM.yyyy HH:mm}", { text($0, "MM.dd.yyyy HH:mm", "UTC") }),
        ("{since|date:dd.MM.yyyy HH:mm|zone:Europe/Oslo}", { text($0, "dd.MM.yyyy HH:mm", "UTC") }),
        ("{since}", { "\(Int($0.timeIntervalSince1970))" }),
    ]

    @Test(arguments: faulty.indices) func findsADateInAnotherForm(index: Int) async throws {
        let (form, send) = Self.faulty[index]
        let found = try await Self.findings(form, send)
        // The case's date has no milliseconds to lose.
        let probe = index == 3 ? "; probe: since is a date-time with a fraction of a second" : ""
        #expect(found == ["request.query: the query 'since' differs\(probe)"])
    }

    private static func range(since: String) async throws -> [String] {
        try await requestFindings(
            arguments: """
                { "since": { "type": "string", "format": "date-time" }, "until": { "type": "string", "format": "date-time" } }
                """,
            request: #"{ "method": "GET", "path": "/notes", "query": { "since": "{since}", "until": "{until}" } }"#,
            given: #"{ "since": "\#(since)", "until": "2024-03-01T00:00:00.5Z" }"#
        ) { arguments in
            let (since, until): (Date, Date) = (try arguments["since"], try arguments["until"])
            let texts = [
                since.formatted(.iso8601), until.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
            ]
            return try notesRequest("/notes?since=\(escaped(texts[0]))&until=\(escaped(texts[1]))")
        }
    }

    /// Another argument has a fraction.
    @Test func acceptsWholeSecondsOfAnArgumentWithoutFractions() async throws {
        #expect(try await Self.range(since: "2024-02-29T23:30:00Z") == [])
    }

    @Test func findsALostFractionOfASecond() async throws {
        #expect(try await Self.range(since: "2024-02-29T23:30:00.25Z") == ["request.query: the query 'since' differs"])
    }

    // MARK: - In a JSON body

    private static func bodyFindings(
        _ body: String, _ make: @escaping @Sendable (Int, [Date]) throws -> Any
    ) async throws -> [String] {
        try await requestFindings(
            arguments: """
                { "count": { "type": "integer", "minimum": 1, "maximum": 99 },
                  "days": { "type": "array", "items": { "type": "string", "format": "date-time" } } }
                """,
            request: #"{ "method": "POST", "path": "/notes", "body": \#(body) }"#,
            given: #"{ "count": 7, "days": ["2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"] }"#
        ) { arguments in
            let count: Int = try arguments["count"]
            let days: [Date] = try arguments.decode("days")
            var request = try notesRequest("/notes")
            request.httpMethod = "POST"
            request.httpBody = try JSONSerialization.data(withJSONObject: try make(count, days))
            return request
        }
    }

    @Test func acceptsANumberSentAsAStringAndAListOfDates() async throws {
        let body = #"{ "count": "{count|text}", "days": "{days|epoch-seconds}", "all": "{days|date|joined}" }"#
        let sound = try await Self.bodyFindings(body) { count, days in
            var json: [String: Any] = ["count": "\(count)", "days": days.map { Int($0.timeIntervalSince1970) }]
            json["all"] = days.isEmpty ? nil : days.map { Self.text($0, "yyyy-MM-dd", "UTC") }.joined(separator: ",")
            return json
        }
        #expect(sound == [])
    }

    @Test func comparesTheJSONTypeOfASentNumber() async throws {
        let body = #"{ "count": "{count|text}" }"#
        let found = try await Self.bodyFindings(body) { count, _ in ["count": count] }
        #expect(found == ["request.body: the body differs at '/count'"])
        #expect(try await Self.bodyFindings(body) { count, _ in ["count": "\(count)"] } == [])
        let plain = try await Self.bodyFindings(#"{ "count": "{count}" }"#) { count, _ in ["count": "\(count)"] }
        #expect(plain == ["request.body: the body differs at '/count'"])
    }

    @Test func findsABooleanInAnotherForm() async throws {
        func findings(_ body: String, _ make: @escaping @Sendable (Bool) -> Any) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "gift": { "type": "boolean" } }"#,
                request: #"{ "method": "POST", "path": "/notes", "body": \#(body) }"#, given: #"{ "gift": true }"#
            ) { arguments in
                var request = try notesRequest("/notes", method: "POST")
                request.httpBody = try JSONSerialization.data(withJSONObject: ["gift": make(try arguments["gift"])])
                return request
            }
        }
        let words = #"{ "gift": "{gift|boolean:on/off}" }"#, numbers = #"{ "gift": "{gift|boolean:1/0}" }"#
        #expect(try await findings(words) { $0 ? "on" : "off" } == [])
        #expect(try await findings(numbers) { $0 ? 1 : 0 } == [])
        #expect(try await findings(words) { $0 ? "off" : "on" } == ["request.body: the body differs at '/gift'"])
        #expect(try await findings(words) { $0 } == ["request.body: the body differs at '/gift'"])
        let constant = try await findings(numbers) { _ in 1 }
        #expect(constant == ["request.body: the body differs at '/gift'; probe: gift is false"])
    }

    // MARK: - In another order

    private static func sortFindings(
        _ query: String, _ order: @escaping @Sendable ([String]) -> [String]
    ) async throws -> [String] {
        try await requestFindings(
            arguments: #"{ "sort": { "type": "array", "items": { "enum": ["title", "-date", "size"] } } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "sort": \#(query) } }"#,
            given: #"{ "sort": ["title", "-date", "size"] }"#
        ) { arguments in
            let sort: [String] = try arguments.decode("sort")
            let query = order(sort).map { "sort=\($0)" }.joined(separator: "&")
            return try notesRequest("/notes" + (query.isEmpty ? "" : "?" + query))
        }
    }

    @Test func comparesTheOrderOfRepeatedNamesIfTheContractDemandsIt() async throws {
        let demanded = #"{ "value": "{sort}", "order": "same" }"#
        #expect(try await Self.sortFindings(demanded) { $0 } == [])
        let found = try await Self.sortFindings(demanded) { $0.sorted() }
        #expect(found == ["request.query: the values of the query 'sort' are in a different order"])
        #expect(try await Self.sortFindings(#""{sort}""#) { $0.sorted() } == [])
        #expect(try await Self.sortFindings(#"{ "value": "{sort}", "order": "any" }"#) { $0.sorted() } == [])
    }

    // MARK: - Read back

    @Test func extractsArgumentsFromTheirSentForm() throws {
        let endpoint = try endpoint(
            """
            "arguments": { "since": { "type": "string", "format": "date-time" }, "until": { "type": "integer" },
            "count": { "type": "integer" } },
            "request": { "method": "POST", "path": "/notes", "query": { "since": "{since|epoch-milliseconds}",
            "until": "{until|epoch-seconds}" }, "body": { "count": "{count|text}" } }, "responses": { "204": {} },
            "cases": [{ "name": "one", "status": 204, "arguments": { "since": "2024-02-29T23:30:00Z", "until": 1,
            "count": 1 } }]
            """)
        let request = RecordedRequest(
            method: "POST", url: "https://made.example/notes?since=1709249400000&until=1709249400",
            body: Array(#"{"count":"7"}"#.utf8))
        let found = try #require(ArgumentExtraction.arguments(of: request, endpoint: endpoint))
        #expect(found == ["since": "2024-02-29T23:30:00.000Z", "until": 1_709_249_400, "count": 7])
    }

    @Test func extractsStyledListsAndObjects() throws {
        let endpoint = try endpoint(
            """
            "arguments": { "ids": { "type": "array", "items": { "type": "string" } },
            "range": { "type": "object", "properties": { "from": { "type": "integer" }, "to": { "type": "integer" } } },
            "days": { "type": "array", "items": { "type": "string", "format": "date-time" } } },
            "request": { "method": "GET", "path": "/notes",
            "query": { "days": { "value": "{days|epoch-seconds}", "explode": false } },
            "headers": { "X-Ids": { "value": "{ids}", "style": "simple" },
            "X-Range": { "value": "{range}", "style": "simple" } } }, "responses": { "204": {} },
            "cases": [{ "name": "one", "status": 204, "arguments": { "ids": ["a"], "range": { "from": 1 },
            "days": ["2024-02-29T23:30:00Z"] } }]
            """)
        let request = RecordedRequest(
            method: "GET", url: "https://made.example/notes?days=1709249400,1709249401",
            headers: ["X-Ids": "a,b", "X-Range": "from,1,to,2"])
        let found = try #require(ArgumentExtraction.arguments(of: request, endpoint: endpoint))
        #expect(found["ids"] == ["a", "b"])
        #expect(found["range"] == ["from": 1, "to": 2])
        #expect(found["days"] == ["2024-02-29T23:30:00.000Z", "2024-02-29T23:30:01.000Z"])
    }
}
