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
}
