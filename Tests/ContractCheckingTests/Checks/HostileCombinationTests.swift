import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Long numbers, strings with a pattern, lists, and pairs of arguments. Each fault has a sound twin.
struct HostileCombinationTests {
    /// Returns the rules violated by a builder of one query.
    private func rules(
        _ arguments: String, query: String = #""n": "{n}""#, given: String = #"{ "n": 5 }"#,
        _ items: @escaping @Sendable (Arguments) throws -> [(String, String)]
    ) async throws -> [String] {
        try await requestFindings(
            arguments: arguments, request: #"{ "method": "GET", "path": "/notes", "query": { \#(query) } }"#,
            given: given
        ) { arguments in
            let pairs = try items(arguments).map { "\(escaped($0))=\(escaped($1))" }
            return try notesRequest("/notes" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
        }.map { String($0.prefix { $0 != ":" }) }
    }

    /// Code may omit a default value, drop the seconds of a timestamp, or count bytes instead of characters.
    @Test(
        arguments: [
            (
                #"{ "n": { "type": ["integer", "null"], "minimum": 1, "maximum": 100 } }"#, #"{ "n": 5 }"#,
                "request.query"
            ),
            (
                #"{ "n": { "type": "string", "format": "date-time" } }"#, #"{ "n": "2026-06-01T04:00:00Z" }"#,
                "request.query"
            ),
            (#"{ "n": { "type": "string", "maxLength": 500 } }"#, #"{ "n": "a" }"#, "request.refused"),
        ])
    func findsMishandledUnusualValues(arguments: String, given: String, rule: String) async throws {
        struct TooLong: Error {}
        let sound = try await rules(arguments, given: given) { arguments in
            arguments.values["n"].flatMap { $0.isNull ? nil : [("n", $0.plainText)] } ?? []
        }
        #expect(sound == [])
        let found = try await rules(arguments, given: given) { arguments in
            guard let text = arguments.values["n"]?.plainText, text != "null", text != "20" else { return [] }
            guard text.utf8.count <= 500 else { throw TooLong() }
            return [("n", text.hasSuffix("Z") ? text.dropLast(3) + "00Z" : text)].map { ($0, String($1)) }
        }
        #expect(found.contains(rule), "\(found)")
    }

    /// JSONEncoder's strategies write whole seconds, so fractions are required only if the contract shows one.
    @Test(arguments: [("2026-06-01T04:00:00Z", []), ("2026-06-01T04:00:00.250Z", ["request.query"])])
    func requiresFractionsOfASecondIfTheServiceWritesThem(written: String, rules: [String]) async throws {
        func found(_ write: @escaping @Sendable (Date) -> String) async throws -> [String] {
            let all = try await requestFindings(
                arguments: #"{ "at": { "type": "string", "format": "date-time", "examples": ["\#(written)"] } }"#,
                request: #"{ "method": "GET", "path": "/notes", "query": { "at": "{at}" } }"#,
                given: #"{ "at": "2026-06-01T04:00:00Z" }"#
            ) { arguments in
                try notesRequest("/notes?at=\(escaped(write(try arguments["at"] as Date)))")
            }
            return all.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(try await found { $0.formatted(.iso8601) } == rules)
        #expect(try await found { $0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) } == [])
    }

    /// The largest list that the contract allows is sent, and the code enforces the same limit.
    @Test func findsAnOffByOneListLimit() async throws {
        struct TooMany: Error {}
        for most in [50, 49] {
            let found = try await rules(
                #"{ "n": { "type": "array", "maxItems": 50, "items": { "type": "string" } } }"#,
                query: #""n": "{n|joined}""#, given: #"{ "n": ["a"] }"#
            ) { arguments in
                let texts: [String] = try arguments["n"]
                guard texts.count <= most else { throw TooMany() }
                return texts.isEmpty ? [] : [("n", texts.joined(separator: ","))]
            }
            #expect(found == (most == 50 ? [] : ["request.refused"]), "\(found)")
        }
    }

    /// Sorting a list and losing one of its elements are a single fault.
    @Test(
        arguments: [
            (
                "[\"b\",\"a\",\"c\"]", "[\"a\",\"b\",\"c\"]",
                "the body differs at '/list': its elements are in a different order"
            ),
            ("[\"a\",\"a\",\"c\"]", "[\"a\",\"c\"]", "the body differs at '/list': it has 2 elements, not 3"),
            ("[\"a\",\"b\"]", "[\"a\",\"x\"]", "the body differs at '/list/1'"),
        ])
    func reportsAChangedListAsOneFault(given: String, sent: String, message: String) async throws {
        let found = try await requestFindings(
            arguments: #"{ "list": { "type": "array", "items": { "type": "string" } } }"#,
            request: #"{ "method": "POST", "path": "/notes", "body": { "list": "{list}" } }"#,
            given: #"{ "list": \#(given) }"#
        ) { _ in
            var request = try notesRequest("/notes", method: "POST")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"list":\#(sent)}"#.utf8)
            return request
        }
        #expect(found == ["request.body: \(message)"])
    }

    /// A builder that validates two arguments together may refuse other values of those two, but of no other argument.
    @Test(arguments: [
        (#"{ "from": "2026-12-06", "to": "2026-12-03" }"#, []),
        (#"{ "from": "2026-12-03", "to": "2026-12-03" }"#, []),
        (#"{ "from": "2026-12-20", "to": "2026-12-10" }"#, []),
        (#"{ "from": "2026-12-06", "to": "2026-12-03", "name": "x" }"#, []),
        (#"{ "from": "2026-12-03", "to": "soon" }"#, ["request.refused"]),
    ])
    func acceptsABuilderThatRefusesACombinationOfTwoArguments(rejected: String, rules: [String]) async throws {
        struct Refused: Error {}
        @Sendable func found(_ isTaken: @escaping @Sendable (String) -> Bool) async throws -> [String] {
            try await requestFindings(
                arguments: #"""
                    { "from": { "type": "string", "format": "date" }, "to": { "type": "string", "format": "date" },
                    "name": { "type": ["string", "null"] } }
                    """#,
                request: """
                    { "method": "GET", "path": "/notes",
                    "query": { "from": "{from}", "to": "{to}", "q": "{name}" } }
                    """,
                given: #"{ "from": "2026-12-03", "to": "2026-12-06" }"#,
                rejects: #"[{ "name": "backwards", "arguments": \#(rejected), "throws": "Refused" }]"#
            ) { arguments in
                let (from, to): (String, String) = (try arguments["from"], try arguments["to"])
                let name: String? = try arguments["name"]
                guard from < to, name.map(isTaken) ?? true else { throw Refused() }
                let query = name.map { "&q=\(escaped($0))" } ?? ""
                return try notesRequest("/notes?from=\(from)&to=\(to)\(query)")
            }
        }
        #expect(Set(try await found { _ in true }.map { String($0.prefix { $0 != ":" }) }) == Set(rules))
        let refusing = try await found { !$0.contains("+") }
        #expect(refusing.contains { $0.hasPrefix("request.refused: the builder refuses a value of 'name'") })
    }

    /// The rejection of a blank text allows no refusal of an umlaut.
    @Test(arguments: [true, false]) func allowsToRefuseOnlyBlankValuesBesideARejectedBlank(isSound: Bool) async throws {
        struct Refused: Error {}
        let found = try await requestFindings(
            arguments: #"{ "text": { "type": "string" }, "image": { "type": ["string", "null"] } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "text": "{text}", "image": "{image}" } }"#,
            given: #"{ "text": "hi", "image": null }"#,
            rejects: #"[{ "name": "nothing", "arguments": { "text": "", "image": null }, "throws": "Refused" }]"#
        ) { arguments in
            let (text, image): (String, String?) = (try arguments["text"], try arguments["image"])
            let isEmpty = text.allSatisfy(\.isWhitespace) && image == nil
            guard !isEmpty, isSound || text.allSatisfy(\.isASCII) else { throw Refused() }
            return try notesRequest("/notes?text=\(escaped(text))\(image.map { "&image=\(escaped($0))" } ?? "")")
        }
        #expect(found.count == (isSound ? 0 : 1))
        #expect(found.allSatisfy { $0.hasPrefix("request.refused: the builder refuses a value of 'text'") }, "\(found)")
    }

    /// The recorded case does not show that the call trims its argument.
    @Test(arguments: [true, false]) func findsACallThatChangesAnArgument(isSound: Bool) async throws {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "stop": { "type": "string" } },
                "request": { "method": "GET", "path": "/notes", "query": { "stop": "{stop}" } },
                "responses": { "204": {} }, "cases": [ { "name": "one", "status": 204, "arguments": { "stop": "A" } } ]
                """,
            recordings: ["call.one": [CallFixture.exchange("GET", "/notes?stop=A", status: 204, "")]])
        @Sendable func request(_ stop: String) throws -> URLRequest { try notesRequest("/notes?stop=\(escaped(stop))") }
        let found = try await fixture.report(
            ["request/call", "client/call/*"],
            Endpoint("call") {
                try request($0["stop"])
            } call: { arguments, transport in
                let stop: String = try arguments["stop"]
                _ = try await transport.send(try request(isSound ? stop : stop.trimmingCharacters(in: .whitespaces)))
            }
        ).findings.map { "\($0.rule): \($0.message)" }
        #expect(found.count == (isSound ? 0 : 1))
        let message = "request.query: the call sends a different request than the builder: the query 'stop' differs"
        #expect(found.allSatisfy { $0.hasPrefix(message) }, "\(found)")
    }

    @Test(arguments: [
        #"{ "type": "integer", "minimum": 0, "maximum": 1000000000 }"#,
        #"{ "type": "integer", "minimum": 1000, "maximum": 999999000, "multipleOf": 1000 }"#,
    ])
    func findsAnIntegerThatAFloatCannotRepresent(schema: String) async throws {
        let arguments = #"{ "n": \#(schema) }"#
        let given = #"{ "n": 5000 }"#
        #expect(try await rules(arguments, given: given) { [("n", "\(try $0["n"] as Int)")] } == [])
        #expect(
            try await rules(arguments, given: given) { [("n", "\(Int(Float(try $0["n"] as Int)))")] }
                == ["request.query"])
    }

    @Test func findsAnIntegerThatADoubleCannotRepresent() async throws {
        let arguments = #"{ "n": { "type": "integer", "minimum": 0, "multipleOf": 10 } }"#
        let given = #"{ "n": 50 }"#
        #expect(try await rules(arguments, given: given) { [("n", "\(try $0["n"] as Int)")] } == [])
        let throughDouble = try await rules(arguments, given: given) {
            [("n", "\(Int(exactly: Double(try $0["n"] as Int)) ?? -1)")]
        }
        #expect(throughDouble == ["request.query"])
    }

    @Test func acceptsAFloatForTheFloatFormat() async throws {
        let send: @Sendable (Arguments) throws -> [(String, String)] = { [("n", "\(try $0["n"] as Float)")] }
        let bounds = #""minimum": -1000, "maximum": 1000"#
        #expect(try await rules(#"{ "n": { "type": "number", "format": "float", \#(bounds) } }"#, send) == [])
        #expect(try await rules(#"{ "n": { "type": "number", \#(bounds) } }"#, send).contains("request.query"))
    }

    @Test func findsRoundedNumbersInADictionary() async throws {
        func rules(_ value: @escaping @Sendable (Double) -> Double) async throws -> [String] {
            try await requestFindings(
                arguments: """
                    { "days": { "type": "object", "additionalProperties": { "type": "object",
                    "additionalProperties": { "type": "number" } } } }
                    """,
                request: #"{ "method": "PUT", "path": "/notes", "body": { "days": "{days}" } }"#,
                given: #"{ "days": { "mon": { "06:00": 21.5 } } }"#
            ) { arguments in
                let days: [String: [String: Double]] = try arguments["days"]
                var request = try notesRequest("/notes", method: "PUT")
                request.httpBody = try JSONEncoder().encode(["days": days.mapValues { $0.mapValues(value) }])
                return request
            }.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(try await rules { $0 } == [])
        #expect(Set(try await rules { ($0 * 10).rounded() / 10 }) == ["request.body"])
    }

    /// A builder may leave names unescaped only if the contract restricts their characters.
    @Test(arguments: [
        (#"{ "type": "object", "additionalProperties": { "type": "string" } }"#, false),
        (#"{ "type": "object", "additionalProperties": {}, "propertyNames": { "pattern": "^[a-z]{1,9}$" } }"#, true),
        (#"{ "type": "object", "patternProperties": { "^[a-z]+$": {} }, "additionalProperties": false }"#, true),
    ])
    func findsUnescapedDictionaryKeys(schema: String, isSound: Bool) async throws {
        func rules(_ text: @escaping @Sendable ([String: String]) throws -> String) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "labels": \#(schema) }"#,
                request: #"{ "method": "PUT", "path": "/notes", "body": { "labels": "{labels}" } }"#,
                given: #"{ "labels": { "team": "a" } }"#
            ) { arguments in
                var request = try notesRequest("/notes", method: "PUT")
                request.httpBody = Data(#"{"labels":\#(try text(try arguments["labels"]))}"#.utf8)
                return request
            }.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(try await rules { try encoded($0) } == [])
        let interpolated = try await rules { labels in
            let members = try labels.map { "\"\($0.key)\":\(try encoded($0.value))" }
            return "{\(members.joined(separator: ","))}"
        }
        #expect(Set(interpolated) == (isSound ? [] : ["request.body"]))
    }

    @Test func findsAnAmountTruncatedToHundredths() async throws {
        let arguments = #"{ "n": { "type": "number", "minimum": 0, "maximum": 10000, "multipleOf": 0.01 } }"#
        #expect(try await rules(arguments) { [("n", "\(try $0["n"] as Double)")] } == [])
        #expect(
            try await rules(arguments) { [("n", "\(Double(Int((try $0["n"] as Double) * 100)) / 100)")] }
                == ["request.query"])
    }

    @Test(arguments: [
        (#"{ "type": "string", "pattern": "^[A-Z]{2}[0-9]{3,12}$" }"#, "AB123"),
        (#"{ "type": "string", "pattern": "^[0-9]{4,10}$" }"#, "1234"),
        (#"{ "type": "string", "pattern": "^[A-Za-z]{2,11}$" }"#, "AB"),
    ])
    func findsATruncatedOrRespelledStringWithAPattern(schema: String, given: String) async throws {
        let arguments = #"{ "n": \#(schema) }"#
        let given = #"{ "n": "\#(given)" }"#
        #expect(try await rules(arguments, given: given) { [("n", try $0["n"])] } == [])
        #expect(
            try await rules(arguments, given: given) { [("n", String((try $0["n"] as String).prefix(9)))] }
                == ["request.query"])
        let respelled = try await rules(arguments, given: given) { arguments in
            let text: String = try arguments["n"]
            return [("n", Int(text).map(String.init) ?? text.uppercased())]
        }
        #expect(respelled == (schema.contains("[A-Z]{2}") ? [] : ["request.query"]))
    }

    private static let list = #"{ "n": { "type": "array", "items": { "type": "string" } } }"#

    @Test func findsLostOrJoinedListElements() async throws {
        let given = #"{ "n": ["x", "y"] }"#
        func found(_ change: @escaping @Sendable ([String]) -> [String]) async throws -> [String] {
            try await rules(Self.list, given: given) { change(try $0["n"]).map { ("n", $0) } }
        }
        #expect(try await found { $0 } == [])
        #expect(try await found { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } } == ["request.query"])
        #expect(try await found { $0.count == 1 ? [] : $0 } == ["request.query"])
        #expect(try await found { $0.map { $0.replacingOccurrences(of: "+", with: " ") } } == ["request.query"])
    }

    @Test func triesNoListThatIsAmbiguousWhenJoined() async throws {
        let found = try await rules(Self.list, query: #""n": "{n|joined}""#, given: #"{ "n": ["x", "y"] }"#) {
            let elements: [String] = try $0["n"]
            let text = elements.filter { !$0.contains(",") && !$0.isEmpty }.joined(separator: ",")
            return elements.isEmpty ? [] : [("n", text)]
        }
        #expect(found == [])
    }

    /// A list within a list of pairs is JSON in any layout.
    @Test(arguments: [(false, []), (true, ["request.query"])])
    func comparesANestedListAsJSON(isFlat: Bool, expected: [String]) async throws {
        let numbers = #"{ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 999 } }"#
        let found = try await rules(
            #"{ "n": { "type": "array", "items": \#(numbers) } }"#, given: #"{ "n": [[1], [2, 3]] }"#
        ) { arguments in
            let lists: [[Int]] = try arguments["n"]
            return (isFlat ? lists.joined().map { "\($0)" } : lists.map { "\($0)" }).map { ("n", $0) }
        }
        #expect(Set(found) == Set(expected))
    }

    /// Objects of two schemas have different members, which the other schema's type loses.
    @Test(arguments: [("text", false, []), ("name", false, []), ("name", true, ["request.body"])])
    func sharesAnObjectBetweenArgumentsOfOneSchema(member: String, isLost: Bool, rules: [String]) async throws {
        struct Named: Codable { let name: String? }
        struct Text: Codable { let text: String? }
        func object(_ member: String) -> String {
            #"{ "type": ["object", "null"], "properties": { "\#(member)": { "type": "string" } } }"#
        }
        let found = try await requestFindings(
            arguments: #"{ "from": \#(object("name")), "to": \#(object(member)) }"#,
            request: #"{ "method": "POST", "path": "/notes", "body": { "from": "{from}", "to": "{to}" } }"#,
            given: #"{ "from": { "name": "Ulm" }, "to": null }"#
        ) { arguments in
            let from: Named? = try arguments["from"]
            var body: [String: String] = [:]
            func add(_ name: String, _ value: (some Encodable)?) throws { body[name] = try value.map(encoded) }
            try add("from", from)
            if member == "name" {
                let to: Named? = try arguments["to"]
                if !isLost || to?.name != from?.name { try add("to", to) }
            } else {
                try add("to", try arguments["to"] as Text?)
            }
            var request = try notesRequest("/notes")
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("{\(body.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
            return request
        }
        #expect(found.map { String($0.prefix { $0 != ":" }) } == rules)
    }

    @Test func findsAnArgumentLostBesideAnEqualOrBlankOne() async throws {
        struct Refused: Error {}
        let arguments = """
            { "from": { "type": ["string", "null"] }, "to": { "type": ["string", "null"] },
              "size": { "type": ["integer", "null"], "minimum": 0 } }
            """
        let query = #""from": "{from}", "to": "{to}", "size": "{size}""#
        let given = #"{ "from": "Ulm", "to": null, "size": null }"#
        func found(
            _ items: @escaping @Sendable (String?, String?, Int?) throws -> [(String, String?)]
        ) async throws -> [String] {
            try await rules(arguments, query: query, given: given) { arguments in
                try items(try arguments["from"], try arguments["to"], try arguments["size"]).compactMap { name, value in
                    value.map { (name, $0) }
                }
            }
        }
        let sound: @Sendable (String?, String?, Int?) throws -> [(String, String?)] = { from, to, size in
            [("from", from), ("to", to), ("size", size.map(String.init))]
        }
        #expect(try await found(sound) == [])
        let refusing = try await found { from, to, size in
            if from != nil, from == to { throw Refused() }
            return try sound(from, to, size)
        }
        #expect(refusing == [])
        #expect(try await found { try sound($0, $0 == $1 && $0 != "" ? nil : $1, $2) } == ["request.query"])
        #expect(try await found { try sound($0, $2 == 0 ? nil : $1, $2) } == ["request.query"])
    }
}

private func encoded(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
}
