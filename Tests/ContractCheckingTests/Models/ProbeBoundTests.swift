import ContractFormat
import JSONSchema
import Testing

@testable import ContractChecking

/// Limits on the number of probes, which must not hide a fault.
struct ProbeBoundTests {
    private static let part =
        #"{"type":"object","required":["n","m"],"properties":{"n":{"type":"string"},"m":{"type":"string"}}}"#
    private static let models = """
        "Pair":{"schema":{"type":"object","required":["a","b"],"$defs":{"Part":\(part)},
        "properties":{"a":{"$ref":"#/models/Pair/schema/$defs/Part"},"b":{"$ref":"#/models/Pair/schema/$defs/Part"}}},
        "examples":[{"a":{"n":"1","m":"2"},"b":{"n":"3","m":"3"}}]}
        """

    private struct Part {
        let n: String
        let m: String

        init?(json: Any?, isSwapped: Bool = false) {
            guard let json = json as? [String: Any], let n = json["n"] as? String, let m = json["m"] as? String else {
                return nil
            }
            (self.n, self.m) = isSwapped ? (m, n) : (n, m)
        }

        init(n: String, m: String) { (self.n, self.m) = (n, m) }
    }

    private struct Pair {
        let a: Part
        let b: Part

        init?(json: [String: Any], swapsSecond: Bool = false, leaks: Bool = false) {
            guard let a = Part(json: json["a"]), let b = Part(json: json["b"], isSwapped: swapsSecond) else {
                return nil
            }
            self.a = a
            self.b = leaks && a.n.isEmpty ? Part(n: "", m: b.m) : b
        }
    }

    @Test func probesADefinitionFullyAtOnePlaceAndBrieflyAtOthers() throws {
        let model = try #require(try contract(#""models": {\#(Self.models)}"#).model("Pair"))
        let probes = ProbeGenerator.changeProbes(of: model, good: model.examples, takesData: false)
        #expect(probes.count { $0.pointer == "/a/n" } == 18)
        #expect(
            probes.filter { $0.pointer == "/b/n" }.map(\.name) == [
                "/b/n is missing", "/b/n is null", "/b/n is true", "/b/n is empty",
            ])
    }

    @Test func acceptsASoundModel() async throws {
        #expect(try await ModelTrial(models: Self.models).findings { Model("Pair", { Pair(json: $0) }) } == [])
    }

    /// The example has the same string in both members, so only a changed instance reveals the swap.
    @Test func findsSwappedMembersAtABrieflyProbedPlace() async throws {
        let findings = try await ModelTrial(models: Self.models).findings {
            Model("Pair", { Pair(json: $0, swapsSecond: true) })
        }
        #expect(findings.count == 2)
        #expect(
            findings.allSatisfy { $0.hasPrefix("model.wrong-value /models/Pair/schema/$defs/Part/properties/") })
    }

    @Test func findsAChangeOfOneMemberThatAltersAnother() async throws {
        let findings = try await ModelTrial(models: Self.models).findings {
            Model("Pair", { Pair(json: $0, leaks: true) })
        }
        #expect(findings.count == 1)
        #expect(findings.first?.contains("'b.n' does not follow '/b/n' (wrong for") ?? false)
    }
}
