import ContractChecking
import Testing

/// Conversions that a contract names and a binding makes.
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

    @Test func stopsOnlyTheModelWhoseConversionNothingHas() async throws {
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

    @Test func comparesByTheConversionOfTheBinding() async throws {
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
}
