import ContractChecking
import ContractFormat
import JSONSchema

/// Removes promises of the contract, one at a time, and looks whether any check notices.
package struct StrengthCheck: SingleCheck, CodeCheck {
    package let context: ServiceRun
    package let check: Check

    package var pointer: JSONPointer { "/service" }

    package init(_ check: Check, in context: ServiceRun) {
        self.check = check
        self.context = context
    }

    package func evaluation() async -> Evaluation {
        let root: JSON
        do { root = try JSON(parsing: context.contract.source.bytes) } catch { return .obstructed("\(error)") }
        let trial = MutantTrial(context)
        let watch = ProbeWatch(check: check, monitor: context.resources.monitor)
        let candidates = ContractMutant.all(of: root)
        let coverage = ContractCoverage(context)
        let reasons = UnnoticedReasons(context: context, coverage: coverage)
        var mutants: [Strength.Mutant] = []
        for (index, mutant) in candidates.enumerated() {
            let verdict: MutantTrial.Verdict
            switch watch.begin(index, "\(mutant.pointer) \(mutant.name)") {
            case .run: verdict = await trial.verdict(on: mutant)
            // Code that traps over what the changed contract asks for has noticed.
            case .fatal, .skip: verdict = (.noticed, "the code under test, which traps")
            }
            mutants.append(
                Strength.Mutant(
                    kind: mutant.mutation.rawValue, name: mutant.name, outcome: verdict.outcome,
                    noticedBy: verdict.noticer,
                    reason: verdict.outcome == .unnoticed ? reasons.reason(for: mutant) : nil,
                    contract: context.contract.place(of: mutant.pointer)))
        }
        return .scored(Strength(mutants: mutants, coverage: coverage.parts(of: root)), probes: candidates.count)
    }
}
