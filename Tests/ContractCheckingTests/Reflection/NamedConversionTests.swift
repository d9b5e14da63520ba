import ContractChecking
import Foundation
import Testing

/// Conversions that a contract names and a binding implements.
struct NamedConversionTests {
    private static let priced = ModelTrial(
        models: """
            "Price":{"schema":{"type":"object","required":["cents"],"properties":{"cents":{"type":"integer"}}},
            "properties":{"cents":{"pointer":"/cents","as":"money"}},"examples":[{"cents":5}]},
            "Name":{"schema":{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}},
            "examples":[{"text":"a"}]}
            """)
    private struct Price: Decodable { let cents: Int }
    private struct Name: Decodable { let text: String }

    @Test func failsOnlyTheModelWhoseConversionIsUnbound() async throws {
        let report = try await Self.priced.report {
            Model("Price", decoding: Price.self)
            Model("Name", decoding: Name.self)
        }
        let outcomes = report.checks.map { "\($0.check) \($0.outcome)" }
        #expect(
            outcomes == ["things/contract passed", "things/model/Price failed", "things/model/Name passed"])
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.rule == "model.unbound")
        #expect(finding.contract.pointer == "/models/Price/properties/cents/as")
        #expect(finding.message.hasPrefix("there is no conversion 'money'"))
    }

    @Test func comparesByTheBoundConversion() async throws {
        let sound = try await Self.priced.findings {
            Model("Price", decoding: Price.self)
            Model("Name", decoding: Name.self)
            Conversion("money") { $0.intValue }
        }
        #expect(sound == [])
        let wrong = try await Self.priced.places {
            Model("Price", decoding: Price.self)
            Model("Name", decoding: Name.self)
            Conversion("money") { $0.intValue.map { $0 &* 100 } }
        }
        #expect(wrong == ["model.wrong-value /models/Price/properties/cents"])
    }

    @Test func requiresNilWhereTheConversionReadsNothing() async throws {
        func places(_ cents: @escaping @Sendable (Int) -> Int?) async throws -> [String] {
            struct Tag { let cents: Int? }
            return try await Self.priced.places {
                Model("Price", data: { Tag(cents: cents(try JSONDecoder().decode(Price.self, from: $0).cents)) })
                Model("Name", decoding: Name.self)
                Conversion("money") { $0.intValue.flatMap { $0 < 0 ? nil : $0 } }
            }
        }
        #expect(try await places { $0 < 0 ? nil : $0 } == [])
        #expect(try await places { max($0, 0) } == ["model.wrong-value /models/Price/properties/cents"])
    }

    private struct Parcel: Decodable {
        let weight: Measurement<UnitMass>

        enum CodingKeys: String, CodingKey { case weight }

        init(from decoder: any Decoder) throws {
            let grams = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .weight)
            weight = Measurement(value: grams / 1000, unit: .kilograms)
        }
    }

    private struct HeavyParcel: Decodable {
        let weight: Measurement<UnitMass>

        enum CodingKeys: String, CodingKey { case weight }

        init(from decoder: any Decoder) throws {
            let grams = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .weight)
            weight = Measurement(value: grams, unit: .kilograms)
        }
    }

    /// 1001 g and 1.001 kg differ in the last bit.
    @Test func comparesMeasurementsInDifferentUnits() async throws {
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["weight"],"properties":{"weight":{"type":"number","minimum":0}}}"#,
            example: #"{"weight":1001}"#, words: #""properties":{"weight":{"pointer":"/weight","as":"grams"}},"#)
        let grams = Conversion("grams") { json in json.doubleValue.map { Measurement(value: $0, unit: UnitMass.grams) }
        }
        let sound = try await trial.findings {
            Model("Thing", decoding: Parcel.self)
            grams
        }
        #expect(sound == [])
        let wrong = try await trial.places {
            Model("Thing", decoding: HeavyParcel.self)
            grams
        }
        #expect(wrong == ["model.wrong-value /models/Thing/properties/weight"])
    }

    // MARK: - Texts of a pattern

    private static let plan = ModelTrial(
        schema: """
            {"type":"object","required":["period"],
            "properties":{"period":{"type":"string","pattern":"^P([0-9]{1,2}W|[0-9]{1,2}D)$"}}}
            """,
        example: #"{"period":"P2D"}"#,
        words: #""strictness":"exact","properties":{"days":{"pointer":"/period","as":"days"}},"#)

    private struct Plan { let days: Int }

    /// Reads whole days or weeks, like the pattern of the contract.
    private static func days(_ text: String) -> Int? {
        guard text.first == "P", let unit = text.last, ["D", "W"].contains(unit), (3...4).contains(text.count) else {
            return nil
        }
        return Int(text.dropFirst().dropLast()).map { unit == "W" ? 7 * $0 : $0 }
    }

    private func plans(
        where isConverted: @escaping @Sendable (String) -> Bool = { _ in true },
        _ read: @escaping @Sendable (String) -> Int?
    ) async throws -> [String] {
        try await Self.plan.places {
            Model("Thing") { (json: [String: Any]) -> Plan? in
                (json["period"] as? String).flatMap(read).map { Plan(days: $0) }
            }
            Conversion("days") { json in json.stringValue.flatMap { isConverted($0) ? Self.days($0) : nil } }
        }
    }

    @Test func requiresEveryTextThatTheConversionReads() async throws {
        #expect(try await plans(Self.days) == [])
        let onlyDays = try await plans { $0.hasSuffix("W") ? nil : Self.days($0) }
        #expect(onlyDays == ["model.false-reject /models/Thing/schema/properties/period"])
        // The conversion has no value for weeks, so the model may have none.
        #expect(try await plans(where: { !$0.hasSuffix("W") }) { $0.hasSuffix("W") ? nil : Self.days($0) } == [])
    }

    private struct NestedPlan: Decodable {
        struct Part: Decodable {
            let days: Int

            enum CodingKeys: String, CodingKey { case days = "period" }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                guard let days = NamedConversionTests.days(try values.decode(String.self, forKey: .days)) else {
                    throw DecodingError.dataCorruptedError(forKey: .days, in: values, debugDescription: "no days")
                }
                self.days = days
            }
        }
        let parts: [Part]
    }

    /// The map of a nested model decides, also where the outer model only refers to its schema.
    @Test func excusesAValueWithoutConversionInANestedModel() async throws {
        let trial = ModelTrial(
            models: """
                "Part":{"schema":{"type":"object","required":["period"],"properties":{"period":{"type":"string"}}},
                "properties":{"days":{"pointer":"/period","as":"days"}},"examples":[{"period":"P2D"}]},
                "Thing":{"schema":{"type":"object","required":["parts"],"properties":{"parts":{"type":"array",
                "items":{"$ref":"#/models/Part/schema"}}}},"examples":[{"parts":[{"period":"P2D"}]}]}
                """)
        func places(_ days: @escaping @Sendable (String) -> Int?) async throws -> [String] {
            try await trial.places {
                Model("Thing", decoding: NestedPlan.self)
                Model("Part", decoding: NestedPlan.Part.self)
                Conversion("days") { json in json.stringValue.flatMap(days) }
            }
        }
        #expect(try await places(Self.days) == [])
        let promised = try await places { Self.days($0) ?? 0 }
        #expect(promised.contains("model.false-reject /models/Part/schema/properties/period"), "\(promised)")
    }

    @Test(arguments: ["P", "P2", "P2P"])
    func findsATextThatAlmostMatchesThePattern(text: String) async throws {
        let places = try await plans { $0 == text ? 0 : Self.days($0) }
        #expect(places == ["model.false-accept /models/Thing/schema/properties/period/pattern"])
    }

    @Test(arguments: ["shape", "exact"])
    func promisesNothingForARefusedValue(strictness: String) async throws {
        struct Code: Decodable {
            let size: Int

            enum CodingKeys: String, CodingKey { case size = "code" }

            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .size)
                size = text.count == 3 ? 3 : -1
            }
        }
        let places = try await ModelTrial(
            schema: """
                {"type":"object","required":["code"],"properties":{"code":{"type":"string","pattern":"^[a-z]{3}$"}}}
                """,
            example: #"{"code":"abc"}"#,
            words: #""strictness":"\#(strictness)","properties":{"size":{"pointer":"/code","as":"size"}},"#
        ).places {
            Model("Thing", decoding: Code.self)
            Conversion("size") { $0.stringValue?.count }
        }
        #expect(
            places == (strictness == "shape" ? [] : ["model.false-accept /models/Thing/schema/properties/code/pattern"])
        )
    }

    /// A struct of one property represents that property.
    @Test(arguments: [(60, []), (1, ["model.wrong-value /models/Thing/properties/start"])])
    func comparesAStructOfOnePropertyWithItsValue(factor: Int, expected: [String]) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["start"],"properties":{"start":{"type":"integer","minimum":0,"maximum":99}}}
                """,
            example: #"{"start":5}"#,
            words: #""strictness":"lenient","properties":{"start":{"pointer":"/start","as":"clock"}},"#)
        let places = try await trial.places {
            Conversion("clock") { $0.intValue.map { $0 &* 60 } }
            Model(
                "Thing",
                data: { data -> Started? in
                    let start = try JSONDecoder().decode([String: Int].self, from: data)["start"]
                    return start.map { Started(start: Started.Clock(seconds: $0 &* factor)) }
                })
        }
        #expect(places == expected)
    }

    private struct Started {
        struct Clock { let seconds: Int }
        let start: Clock
    }
}
