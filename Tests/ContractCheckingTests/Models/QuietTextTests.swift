import ContractChecking
import Foundation
import Testing

/// Strings that code reads differently from others of their kind, each with similar sound code.
struct QuietTextTests {
    /// A line whose text passes through a function.
    private struct Line: Decodable {
        let text: String
        nonisolated(unsafe) static var change: (String) -> String = { $0 }
        private enum CodingKeys: CodingKey { case text }
        init(from decoder: any Decoder) throws {
            text = Self.change(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text))
        }
    }

    @Test func findsTrimmedWhitespace() async throws {
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#,
            example: #"{"text":"a b"}"#)
        let changes: [(String) -> String] = [
            { $0 }, { $0.trimmingCharacters(in: .whitespaces) }, { $0.replacing("  ", with: " ") },
        ]
        for (change, rules) in zip(changes, [[], ["model.wrong-value"], ["model.wrong-value"]]) {
            Line.change = change
            #expect(try await trial.report { Model("Thing", decoding: Line.self) }.findings.map(\.rule) == rules)
        }
    }

    private struct Labels: Decodable {
        let labels: [String]
        nonisolated(unsafe) static var isKept: (String) -> Bool = { _ in true }
        private enum CodingKeys: CodingKey { case labels }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            labels = try container.decode([String].self, forKey: .labels).filter(Self.isKept)
        }
    }

    /// Many programs mark internal names with a leading underscore.
    @Test func findsStringsDroppedForTheirFirstCharacter() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["labels"],"properties":{"labels":{"type":"array","items":{"type":"string"}}}}
                """, example: #"{"labels":["red","blue"]}"#)
        let filters: [(String) -> Bool] = [{ _ in true }, { !$0.hasPrefix("_") }]
        for (isKept, rules) in zip(filters, [[], ["model.wrong-value"]]) {
            Labels.isKept = isKept
            #expect(try await trial.report { Model("Thing", decoding: Labels.self) }.findings.map(\.rule) == rules)
        }
    }

    // MARK: - Moments

    /// An event whose date passes through a function of its seconds since 1970.
    private struct Event: Decodable {
        let at: Date
        nonisolated(unsafe) static var seconds: (Double) -> Double = { $0 }
        private enum CodingKeys: CodingKey { case at }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .at)
            let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
            at = Date(timeIntervalSince1970: Self.seconds(try fractional.parse(text).timeIntervalSince1970))
        }
    }

    @Test func findsClampedDates() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string","format":"date-time"}}}
                """,
            example: #"{"at":"2024-03-01T10:00:00Z"}"#)
        let seconds: [(Double) -> Double] = [
            { $0 }, { max(0, $0) }, { min($0, Double(Int32.max)) }, { $0 < -0x1p31 ? $0 + 0x1p32 : $0 },
        ]
        for (index, reading) in seconds.enumerated() {
            Event.seconds = reading
            let rules = try await trial.report { Model("Thing", decoding: Event.self) }.findings.map(\.rule)
            #expect(rules == (index == 0 ? [] : ["model.wrong-value"]), "\(index)")
        }
    }

    // MARK: - Dates of a pattern

    private struct Stay: Decodable {
        let name: String, from: Date?
        nonisolated(unsafe) static var days = 0.0
        private enum CodingKeys: CodingKey { case name, from }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            let text = try container.decodeIfPresent(String.self, forKey: .from)
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "dd.MM.yyyy"
            from = try text.map { text in
                guard let date = formatter.date(from: text) else {
                    throw DecodingError.dataCorruptedError(forKey: .from, in: container, debugDescription: "no date")
                }
                return date.addingTimeInterval(86_400 * Self.days)
            }
        }
    }

    /// No example has the date, so the probe uses a string generated from its pattern.
    @Test func probesWithAValidCalendarDateIfThePatternAllowsOne() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["name"],"properties":{"name":{"type":"string"},
                "from":{"type":"string","pattern":"^\\\\d{2}\\\\.\\\\d{2}\\\\.\\\\d{4}$"}}}
                """,
            example: #"{"name":"a"}"#, words: #""properties":{"from":{"as":{"date":"dd.MM.yyyy"}}},"#)
        for days in [0.0, 1] {
            Stay.days = days
            let rules = try await trial.report { Model("Thing", decoding: Stay.self) }.findings.map(\.rule)
            #expect(rules == (days == 0 ? [] : ["model.wrong-value"]))
        }
    }

    /// A provider starts to send timestamps instead of dates.
    @Test func findsADateReadFromTheStartOfATimestamp() async throws {
        struct Day {
            let due: Date
            nonisolated(unsafe) static var length = Int.max
            init?(json: [String: Any]) {
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = .gmt
                formatter.dateFormat = "yyyy-MM-dd"
                guard let text = json["due"] as? String,
                    let due = formatter.date(from: String(text.prefix(Self.length)))
                else { return nil }
                self.due = due
            }
        }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["due"],"properties":{"due":{"type":"string","format":"date"}}}"#,
            example: #"{"due":"2024-12-30"}"#)
        for length in [Int.max, 10] {
            Day.length = length
            let report = try await trial.report { Model("Thing", Day.init(json:)) }
            let texts = report.findings.map(\.message)
            #expect(texts.count == (length == 10 ? 1 : 0), "\(texts)")
            #expect(texts.allSatisfy { $0.contains("2024-02-29T00:00:00Z") }, "\(texts)")
        }
    }

    // MARK: - Numbers beyond a type

    @Test func reportsANumberOutOfRangeForItsProperty() async throws {
        struct Count: Decodable { let name: String, count: Int }
        struct Wide: Decodable { let name: String, count: Decimal }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["name","count"],"properties":{"name":{"type":"string"},
                "count":{"type":"integer","maximum":100000000000000000000}}}
                """,
            example: #"{"name":"a","count":3},{"name":"b","count":18446744073709551616}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Wide.self) } == [])
        let report = try await trial.report { Model("Thing", decoding: Count.self) }
        #expect(report.findings.map(\.rule) == ["model.false-reject"])
        #expect(report.findings.first?.found == "nil: 9223372036854775808 is beyond Int")
    }
}

/// Properties of a nested model that another property exposes, or that none exposes.
struct ShownPropertyTests {
    private struct Owner: Decodable {
        private let storedName: String
        let age: Int
        var name: String { storedName }
        private enum CodingKeys: String, CodingKey { case storedName = "name", age }
    }
    private struct Raw: Decodable { let name: String, age: Int }
    private struct Boxed: Decodable {
        private let raw: Raw
        var name: String { raw.name }
        var age: Int { raw.age }
        init(from decoder: any Decoder) throws { raw = try Raw(from: decoder) }
        static let reading: @Sendable (Boxed) -> [String: Any?] = { ["name": $0.name, "age": $0.age] }
    }

    private static func trial(_ words: String, _ outer: String = "") -> ModelTrial {
        ModelTrial(
            models: """
                "House":{"schema":{"type":"object","required":["owner"],"properties":{"owner":
                {"$ref":"#/models/Owner/schema"}}},\(outer)"examples":[{"owner":{"name":"a","age":3}}]},
                "Owner":{"schema":{"type":"object","required":["name","age"],"properties":{"name":{"type":"string"},
                "age":{"type":"integer"}}},\(words)"examples":[{"name":"a","age":3}]}
                """)
    }

    @Test func acceptsAPrivateStoredPropertyExposedByAComputedOne() async throws {
        struct House: Decodable { let owner: Owner }
        let findings = try await Self.trial(#""properties":{"storedName":"/name"},"#).findings {
            Model("House", decoding: House.self)
            Model("Owner", decoding: Owner.self)
        }
        #expect(findings == [])
        let unmapped = try await Self.trial("").findings {
            Model("House", decoding: House.self)
            Model("Owner", decoding: Owner.self)
        }
        #expect(unmapped == [])
        struct BoxedHouse: Decodable { let owner: Boxed }
        let boxed = try await Self.trial("").findings {
            Model("House", decoding: BoxedHouse.self)
            Model("Owner", decoding: Boxed.self, reading: Boxed.reading)
        }
        #expect(boxed == [])
        let plain = try await Self.trial("").findings {
            Model("House", decoding: BoxedHouse.self)
            Model("Owner", decoding: Boxed.self)
        }
        #expect(plain == [])
    }
}

/// Strings one character shorter or longer than their pattern allows.
struct CountedTextTests {
    private struct Parcel: Decodable { let number: String }

    @Test(arguments: [
        (#"\A[A-Z]{2}[0-9]{9}\z"#, true), (#"\A[A-Z]{2}[0-9]{8,9}\z"#, false), (#"\A[A-Z]{2}[0-9]{9,}\z"#, false),
    ])
    func findsARepetitionOfAnotherCount(pattern: String, isSound: Bool) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["number"],"properties":{"number":{"type":"string",
                "pattern":"^[A-Z]{2}[0-9]{9}$"}}}
                """,
            example: #"{"number":"NO123456789"}"#, words: #""strictness":"exact","#)
        let report = try await trial.report {
            Model(
                "Thing",
                data: { data in
                    let parcel = try JSONDecoder().decode(Parcel.self, from: data)
                    return parcel.number.range(of: pattern, options: .regularExpression) == nil ? nil : parcel
                })
        }
        #expect(report.findings.map(\.rule) == (isSound ? [] : ["model.false-accept"]))
    }
}
