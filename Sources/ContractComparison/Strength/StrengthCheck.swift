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
        let reasons = UnnoticedReasons(context, coverage)
        var mutants: [Strength.Mutant] = []
        for (index, mutant) in candidates.enumerated() {
            let verdict: MutantTrial.Verdict
            switch watch.begin(index, "\(mutant.pointer) \(mutant.name)") {
            case .run: verdict = await trial.verdict(on: mutant)
            // Code that traps over what the changed contract asks for has noticed.
            case .fatal, .skip: verdict = .noticed(by: "the code under test, which traps")
            }
            mutants.append(described(mutant, verdict, reasons))
        }
        return .scored(Strength(mutants: mutants, coverage: coverage.parts(of: root)), probes: candidates.count)
    }

    private func described(
        _ mutant: ContractMutant, _ verdict: MutantTrial.Verdict, _ reasons: UnnoticedReasons
    ) -> Strength.Mutant {
        var noticer: String?
        var reason: String?
        let outcome: Strength.Outcome
        switch verdict {
        case .noticed(let by): (outcome, noticer) = (.noticed, by)
        case .unnoticed: (outcome, reason) = (.unnoticed, reasons.reason(for: mutant))
        case .equivalent: outcome = .equivalent
        case .undecided: outcome = .undecided
        }
        return Strength.Mutant(
            kind: mutant.mutation.rawValue, name: mutant.name, outcome: outcome, noticedBy: noticer,
            reason: reason, contract: context.contract.place(of: mutant.pointer))
    }
}
