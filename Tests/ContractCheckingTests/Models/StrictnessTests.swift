import ContractChecking
import Foundation
import NotesFixture
import Testing

/// The strictness of a model comes from the contract, or from its binding if the contract sets none.
struct StrictnessTests {
    private static let schema = """
        {"type":"object","required":["id","name","size"],"properties":{
        "id":{"type":"integer"},"name":{"type":"string","pattern":"^[a-z]+$","maxLength":8},
        "size":{"enum":["small","large"]},"weight":{"type":["number","null"],"minimum":0},
        "made":{"type":"string","format":"date-time"}}}
        """
    private static let example = """
        {"id":7,"name":"box","size":"large","weight":1.5,"made":"2026-11-19T08:30:00Z"}
        """

    private func result(
        words: String = "", properties: String? = nil, schema: String = schema, example: String = example,
        _ model: Model
    ) async throws -> CheckResult {
        let mapped =
            properties ?? #"{"id":"/id","name":"/name","size":"/size","weight":"/weight","made":"/made"}"#
        let report = try await ModelTrial(
            models: #""Box":{\#(words)"schema":\#(schema),"properties":\#(mapped),"examples":[\#(example)]}"#
        ).report { model }
        for finding in report.findings where finding.rule.hasPrefix("contract") { Issue.record("\(finding)") }
        return try #require(report.checks.first { $0.check.kind == .model })
    }

    private struct Box: Decodable {
        enum Size: String, Decodable { case small, large }
        let id: Int, name: String, size: Size, weight: Double?, made: String?
    }

    /// Reads by casts and checks everything except the values' content.
    private struct CastBox {
        let id: Int, name: String, size: String, weight: Double?, made: String?
        init?(json: [String: Any]) {
            guard let id = json["id"] as? Int, let name = json["name"] as? String, let size = json["size"] as? String
            else { return nil }
            (self.id, self.name, self.size) = (id, name, size)
            (weight, made) = (json["weight"] as? Double, json["made"] as? String)
        }
    }

    @Test func holdsDecodableTypesToTheShape() async throws {
        let result = try await result(Model("Box", decoding: Box.self))
        #expect(result.findings.map(\.message) == [])
        let score = try #require(result.score)
        #expect(score.missing == [])
        #expect(score.left.contains("/models/Box/schema/properties/name/pattern"))
        #expect(score.percent < 100)
    }

    /// An optional does not distinguish a missing member from null.
    @Test func treatsNullableAndOptionalMembersAlike() async throws {
        let required = Self.schema.replacingOccurrences(of: "\"size\"],", with: "\"size\",\"weight\"],")
        for model in [Model("Box", decoding: Box.self), Model("Box") { CastBox(json: $0) }] {
            let result = try await result(words: "\"strictness\":\"shape\",", schema: required, model)
            #expect(result.findings.map(\.message) == [])
        }
        let exact = try await result(
            words: "\"strictness\":\"exact\",", schema: required, Model("Box", decoding: Box.self))
        #expect(exact.findings.contains { $0.message.contains("an object without 'weight'") })
    }

    /// Any JSON value, as many clients keep members that they do not read.
    private enum JSONValue: Decodable {
        case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let string = try? value.decode(String.self) {
                self = .string(string)
            } else if let array = try? value.decode([JSONValue].self) {
                self = .array(array)
            } else {
                self = .object(try value.decode([String: JSONValue].self))
            }
        }
    }

    private static let nested = """
        {"type":"object","required":["shapes"],"properties":{"shapes":{"type":"array","items":{
        "type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"size":{"type":"integer"}}}}}}
        """

    /// A member kept as any JSON value is not read, so nothing inside it is checked.
    @Test func checksNothingWithinValuesKeptAsJSON() async throws {
        struct Drawing: Decodable { let shapes: [JSONValue] }
        func messages(_ words: String, _ model: Model) async throws -> [String] {
            try await result(
                words: words, properties: #"{"shapes":"/shapes"}"#, schema: Self.nested,
                example: #"{"shapes":[{"kind":"circle","size":3}]}"#, model
            ).findings.map(\.message)
        }
        let kept = try await messages("", Model("Box", decoding: Drawing.self))
        #expect(kept == [])
        // An exact model must validate it.
        #expect(try await !messages("\"strictness\":\"exact\",", Model("Box", decoding: Drawing.self)).isEmpty)
        // The property itself must be present and be a list.
        struct Blank: Decodable { let shapes: JSONValue? }
        let missing = try await messages("", Model("Box", decoding: Blank.self))
        #expect(missing.contains { $0.hasSuffix("probe: /shapes is missing") }, "\(missing)")
    }

    /// A property kept as any JSON value does not hide a fault of another: here, an identifier that accepts every type.
    @Test func findsFaultsBesideValuesKeptAsJSON() async throws {
        struct AnyID: Decodable {
            let id: String
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                id = (try? value.decode(String.self)) ?? (try? value.decode(Int.self)).map(String.init) ?? "none"
            }
        }
        struct Box: Decodable { let id: AnyID, meta: JSONValue }
        let schema = """
            {"type":"object","required":["id","meta"],"properties":{
            "id":{"anyOf":[{"type":"string"},{"type":"integer"}]},"meta":{"type":"object"}}}
            """
        let result = try await result(
            properties: #"{"id":"/id","meta":"/meta"}"#, schema: schema, example: #"{"id":"a","meta":{}}"#,
            Model("Box", decoding: Box.self))
        let accepted = result.findings.filter { $0.rule == "model.false-accept" }.map(\.contract.pointer.description)
        #expect(Set(accepted) == ["/models/Box/schema/properties/id/anyOf"], "\(result.findings)")
    }

    /// A type that accepts any value but stores something else is not a JSON value.
    @Test func findsValuesThatAreNotKeptAsJSON() async throws {
        struct Shape: Decodable {
            let kind: String, size: Int
            enum Key: CodingKey { case kind, size }
            init(from decoder: any Decoder) throws {
                let shape = try? decoder.container(keyedBy: Key.self)
                kind = (try? shape?.decode(String.self, forKey: .kind)) ?? "none"
                size = (try? shape?.decode(Int.self, forKey: .size)) ?? 0
            }
        }
        struct Drawing: Decodable { let shapes: [Shape] }
        let result = try await result(
            properties: #"{"shapes":"/shapes"}"#, schema: Self.nested,
            example: #"{"shapes":[{"kind":"circle","size":3}]}"#, Model("Box", decoding: Drawing.self))
        #expect(
            result.findings.contains {
                $0.rule == "model.false-accept" && $0.message.contains("/shapes/0/kind is missing")
            })
    }

    /// A failable initializer must respect `maxItems`, even if no schema describes a further element.
    @Test func refusesElementsBeyondTheGreatestCount() async throws {
        struct Spot { let longitude: Double, latitude: Double }
        func messages(isExact: Bool) async throws -> [String] {
            try await result(
                properties: #"{"longitude":"/at/0","latitude":"/at/1"}"#,
                schema: """
                    {"type":"object","required":["at"],"properties":{"at":{"type":"array","minItems":2,"maxItems":2,
                      "prefixItems":[{"type":"number"},{"type":"number"}]}}}
                    """,
                example: #"{"at":[1.5,2.5]}"#,
                Model("Box") { (json: [String: Any]) in
                    guard let at = json["at"] as? [Any], isExact ? at.count == 2 : at.count >= 2,
                        let longitude = at[0] as? Double, let latitude = at[1] as? Double
                    else { return Spot?.none }
                    return Spot(longitude: longitude, latitude: latitude)
                }
            ).findings.filter { $0.severity == .error }.map(\.message)
        }
        #expect(try await messages(isExact: true) == [])
        let found = try await messages(isExact: false)
        #expect(found.count == 1 && found[0].contains("/at"), "\(found)")
    }

    /// An element beyond the greatest count violates a bound, whatever its type; one within it violates a type.
    @Test(arguments: [
        #"{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}"#,
        #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false,"minItems":2}"#,
        """
        {"type":"array","prefixItems":[{"type":"number"}],"items":{"type":"number"},"minItems":2,"maxItems":2}
        """,
    ])
    func leavesElementsBeyondTheGreatestCountToTheModel(schema: String) async throws {
        struct Place: Decodable {
            let longitude: Double, latitude: Double
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                (longitude, latitude) = (try list.decode(Double.self), try list.decode(Double.self))
            }
        }
        struct Equator: Decodable {
            let longitude: Double, latitude: Double
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                longitude = try list.decode(Double.self)
                latitude = (try? list.decode(Double.self)) ?? 0
            }
        }
        struct Spot<At: Decodable>: Decodable { let at: At }
        func messages(_ words: String, _ model: Model) async throws -> [String] {
            try await result(
                words: words, properties: #"{"at.longitude":"/at/0","at.latitude":"/at/1"}"#,
                schema: #"{"type":"object","required":["at"],"properties":{"at":\#(schema)}}"#,
                example: #"{"at":[1.5,2.5]}"#, model
            ).findings.map(\.message)
        }
        let sound = Model("Box", decoding: Spot<Place>.self)
        #expect(try await messages("", sound) == [])
        #expect(try await !messages("\"strictness\":\"exact\",", sound).isEmpty)
        let equator = try await messages("", Model("Box", decoding: Spot<Equator>.self))
        #expect(equator.contains { $0.contains("accepts a '/at/1' that the contract refuses") }, "\(equator)")
    }

    @Test func holdsDecodableTypesToTheWholeSchemaIfTheContractSaysSo() async throws {
        let result = try await result(words: "\"strictness\":\"exact\",", Model("Box", decoding: Box.self))
        let places = Set(result.findings.map(\.contract.pointer.description))
        #expect(places.contains("/models/Box/schema/properties/name/pattern"))
        #expect(places.contains("/models/Box/schema/properties/weight/minimum"))
        #expect(Set(result.findings.map(\.rule)) == ["model.false-accept"])
        #expect(result.findings.allSatisfy { $0.message.hasSuffix("; \"strictness\": \"shape\" allows it") })
    }

    /// A nullable schema describes a location. The model describes the non-null value there.
    @Test func requiresNoModelForNull() async throws {
        let nullable = Self.schema.replacingOccurrences(
            of: "{\"type\":\"object\",\"required\"", with: "{\"type\":[\"object\",\"null\"],\"required\"")
        for words in ["", "\"strictness\":\"shape\","] {
            for model in [Model("Box", decoding: Box.self), Model("Box") { CastBox(json: $0) }] {
                let result = try await result(words: words, schema: nullable, model)
                #expect(!result.findings.map(\.rule).contains("model.false-reject"))
            }
        }
    }

    @Test func findsAcceptedValuesOfAnotherShape() async throws {
        struct Loose: Decodable {
            let id: Int, name: String, size: String?, weight: Double?, made: String?
        }
        let result = try await result(Model("Box", decoding: Loose.self))
        #expect(result.findings.map(\.rule) == ["model.false-accept", "model.false-accept"])
        #expect(
            result.findings.map(\.contract.pointer.description)
                == ["/models/Box/schema/required", "/models/Box/schema/properties/size/enum"])
    }

    @Test func findsMisreadValuesOutsideTheSchema() async throws {
        struct Clamped: Decodable {
            let id: Int, name: String, size: String, weight: Double?, made: String?
            init(from decoder: any Decoder) throws {
                let box = try Raw(from: decoder)
                (id, name, size, made) = (box.id, box.name, box.size, box.made)
                weight = box.weight.map { max(0, $0) }
            }
            private struct Raw: Decodable { let id: Int, name: String, size: String, weight: Double?, made: String? }
        }
        let result = try await result(Model("Box", decoding: Clamped.self))
        #expect(result.findings.map(\.rule) == ["model.wrong-value"])
        #expect(result.findings.map(\.contract.pointer.description) == ["/models/Box/properties/weight"])
    }

    @Test func letsCastsTreatUnusableValuesAsAbsent() async throws {
        let result = try await result(words: "\"strictness\":\"shape\",", Model("Box", CastBox.init(json:)))
        #expect(result.findings.map(\.message) == [])
    }

    @Test func holdsFailableInitializersToTheWholeSchema() async throws {
        let result = try await result(Model("Box", CastBox.init(json:)))
        let rules = Set(result.findings.map(\.rule))
        #expect(rules.contains("model.false-accept"))
        #expect(rules.contains("model.bridging"))
    }

    @Test func requiresOnlyCorrectValuesOfALenientModel() async throws {
        struct Lenient {
            let id: Int?, name: String, size: String, weight: Double?, made: String?
            init?(json: [String: Any]) {
                id = json["id"] as? Int
                name = json["name"] as? String ?? ""
                size = json["size"] as? String ?? "small"
                (weight, made) = (json["weight"] as? Double, json["made"] as? String)
            }
        }
        let sound = try await result(words: "\"strictness\":\"lenient\",", Model("Box", Lenient.init(json:)))
        #expect(sound.findings.map(\.message) == [])
        let strict = try await result(words: "\"strictness\":\"shape\",", Model("Box", Lenient.init(json:)))
        #expect(Set(strict.findings.map(\.rule)) == ["model.false-accept"])
    }

    // MARK: - Integers

    @Test func boundsAPlainIntegerByInt64() async throws {
        struct Counter {
            let count: Int
            init?(json: [String: Any]) {
                guard let number = json["count"] as? NSNumber, !Strict.isBoolean(number),
                    let count = Int(exactly: number), count >= 0
                else { return nil }
                self.count = count
            }
        }
        for schema in [#"{"type":"integer","minimum":0}"#, #"{"type":"integer","minimum":0,"format":"int64"}"#] {
            let result = try await result(
                properties: #"{"count":"/count"}"#,
                schema: #"{"type":"object","required":["count"],"properties":{"count":\#(schema)}}"#,
                example: #"{"count":3}"#, Model("Box", Counter.init(json:)))
            #expect(result.findings.map(\.message) == [])
        }
        let wide = try await result(
            properties: #"{"count":"/count"}"#,
            schema: """
                {"type":"object","required":["count"],"properties":{"count":{"type":"integer","minimum":0,"maximum":1e21}}}
                """,
            example: #"{"count":3}"#, Model("Box", Counter.init(json:)))
        #expect(wide.findings.map(\.rule) == ["model.false-reject"])
    }

    /// A Double represents 9007199254740993 as 9007199254740992.
    @Test(arguments: [#""type":"integer""#, #""type":"number""#, #""type":["integer","null"],"format":"int64""#])
    func limitsADoubleToInteroperableIntegers(schema: String) async throws {
        struct Counter: Decodable { let count: Double? }
        let result = try await result(
            properties: #"{"count":"/count"}"#, schema: #"{"type":"object","properties":{"count":{\#(schema)}}}"#,
            example: #"{"count":3}"#,
            Model("Box", decoding: Counter.self))
        let isPromised = schema.contains("int64")
        #expect(result.findings.map(\.rule) == (isPromised ? ["model.wrong-value"] : []))
        #expect(
            result.findings.allSatisfy { $0.message.contains("a Double cannot represent all of its digits") },
            "\(result.findings.map(\.message))")
    }

    // MARK: - Members that hang together

    @Test func leavesRelatedMembersToTheModel() async throws {
        struct Limits: Decodable {
            let low: Int, high: Int
            private enum Key: CodingKey { case low, high }
            init(from decoder: any Decoder) throws {
                let limits = try decoder.container(keyedBy: Key.self)
                (low, high) = (try limits.decode(Int.self, forKey: .low), try limits.decode(Int.self, forKey: .high))
                guard low <= high else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "low is above high"))
                }
            }
        }
        let schema = """
            {"type":"object","required":["low","high"],"properties":{"low":{"type":"integer"},"high":{"type":"integer"}}}
            """
        for (words, count) in [("\"related\":[[\"low\",\"high\"]],", 0), ("", 2)] {
            let result = try await result(
                words: words, properties: #"{"low":"/low","high":"/high"}"#, schema: schema,
                example: #"{"low":1,"high":3}"#,
                Model("Box", decoding: Limits.self))
            #expect(result.findings.count == count)
        }
    }
}
