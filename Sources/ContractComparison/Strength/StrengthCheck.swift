import ContractChecking
import ContractFormat
import JSONSchema

/// Mutates the contract, one promise at a time, and tests whether any check notices.
package struct StrengthCheck: SingleCheck, CodeCheck {
    package let context: ServiceRun
    package let check: Check

    package var pointer: JSONPointer { "/service" }

    package init(_ check: Check, in context: ServiceRun) { (self.check, self.context) = (check, context) }

    package func evaluation() async -> Evaluation {
        let root: JSON
        do { root = try JSON(parsing: context.contract.source.bytes) } catch { return .notEvaluated("\(error)") }
        let trial = MutantTrial(context)
        let watch = ProbeWatch(check: check, monitor: context.resources.monitor)
        let candidates = ContractMutant.all(of: root)
        let coverage = ContractCoverage(context)
        let reasons = UnnoticedReasons(context: context, coverage: coverage)
        var mutants: [Strength.Mutant] = []
        for mutant in candidates {
            let verdict: MutantTrial.Verdict
            switch watch.begin("\(mutant.pointer) \(mutant.name)") {
            case .run: verdict = await trial.verdict(on: mutant)
            // A crash of the code under test counts as noticing the mutant.
            case .fatal, .skip: verdict = (.noticed, "the code under test, which traps")
            }
            mutants.append(
                Strength.Mutant(
                    kind: mutant.mutation.rawValue, name: mutant.name, outcome: verdict.outcome,
                    noticedBy: verdict.detectingCheck,
                    reason: verdict.outcome == .unnoticed ? reasons.reason(for: mutant) : nil,
                    contract: context.contract.place(of: mutant.pointer)))
        }
        return .scored(Strength(mutants: mutants, coverage: coverage.parts(of: root)), probes: candidates.count)
    }
}
