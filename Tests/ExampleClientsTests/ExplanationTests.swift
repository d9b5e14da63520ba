import ContractChecking
import Testing

struct ExplanationTests {
    private static let checks = packageSuite.checks.filter { $0.kind == .model || $0.kind == .request }

    @Test(arguments: checks) func listsTheProbesOfTheRun(_ check: Check) async throws {
        let explanation = try #require(CheckExplanation(of: check, in: packageSuite.loaded.value))
        var options = Options(mode: .replay)
        options.kindsListingProbes = [check.kind]
        let outcomes = await packageSuite.verify(check, options).outcomes
        #expect(!outcomes.isEmpty)
        #expect(explanation.probes.map(\.name) == outcomes.map(\.name))
        // The limits of the code's own types are known only at run time.
        for (probe, outcome) in zip(explanation.probes, outcomes) {
            #expect(probe.expected == outcome.expected || outcome.expected == "either", "\(probe.name)")
        }
    }

    @Test func coversEveryService() { #expect(Set(Self.checks.map(\.service)).count == 5) }
}
