import ContractFormat
import JSONSchema

extension Options {
    /// What a whole run may take. Whatever is used up is told by a finding.
    public struct Budget: Sendable, Hashable {
        /// Seconds; checks that have not begun then are not evaluated.
        public var seconds = 3600.0
        /// How often the schemas of long evaluations may apply schemas, all together.
        public var steps = 500_000_000
        /// The findings of one check.
        public var findings = 500
        /// The bytes of the texts of all findings.
        public var bytes = 16 << 20

        /// Makes the defaults, which no ordinary run comes near.
        public init() {}
    }
}

/// The time and the steps of a run that goes on.
struct RunBudget: Sendable {
    let limits: Options.Budget
    let meter: StepMeter
    private let end: ContinuousClock.Instant
    private let isTold = Locked(false)

    init(_ limits: Options.Budget, start: ContinuousClock.Instant) {
        self.limits = limits
        meter = StepMeter(steps: limits.steps)
        end = start + .seconds(limits.seconds)
    }

    /// The evaluation of a piece of work for which no time is left; `nil` where there is.
    func exhausted(_ piece: any PlannedCheck) -> Evaluation? {
        guard ContinuousClock.now >= end else { return nil }
        var evaluation = Evaluation.obstructed("the time of the run was over before its turn")
        evaluation.add(
            Mismatch(RunRule.seconds, "the time of the run was over before this check's turn", at: piece.pointer))
        return evaluation
    }

    /// What tells that the steps are used up, once in a run.
    func spentSteps(at pointer: JSONPointer) -> Mismatch? {
        guard meter.isSpent,
            isTold.withLock({ isTold in
                defer { isTold = true }
                return !isTold
            })
        else { return nil }
        return Mismatch(
            RunRule.steps,
            "the schemas of this run took \(limits.steps) steps; values that take long are no longer decided",
            at: pointer)
    }
}

extension Evaluation {
    /// The worst of what was found, as much as a check may tell, and then how much more there is.
    func bounded(to limit: Int) -> Evaluation {
        guard found.count > limit else { return self }
        let sorted = Severity.allCases.flatMap { severity in found.filter { $0.mismatch.severity == severity } }
        let omitted = sorted[limit...]
        guard let first = omitted.first?.mismatch else { return self }
        var evaluation = self
        evaluation.found = Array(sorted[..<limit])
        evaluation.add(
            Mismatch(
                RunRule.findings,
                "\(omitted.count) more findings of this check are left out: the first \(limit) are told",
                at: first.pointer, severity: first.severity))
        return evaluation
    }
}

extension [CheckResult] {
    /// The results with as many of their findings as fit into so many bytes; of those of a check that do not, the number.
    func bounded(to bytes: Int) -> [CheckResult] {
        var left = bytes
        return map { result in
            var kept = 0
            for finding in result.findings {
                left -= finding.length
                if left < 0 { break }
                kept += 1
            }
            guard kept < result.findings.count else { return result }
            let first = result.findings[kept]
            let note = Finding(
                rule: RunRule.bytes.rule, severity: first.severity,
                message:
                    "\(result.findings.count - kept) more findings of this check are left out: those of the run have \(bytes) bytes",
                contract: first.contract, repeatCommand: first.repeatCommand,
                fingerprint: Fingerprint.text("\(RunRule.bytes.id)\n\(result.check.id)"))
            return CheckResult(
                check: result.check, outcome: result.outcome, probes: result.probes, seconds: result.seconds,
                findings: result.findings.prefix(kept) + [note], reason: result.reason, score: result.score,
                outcomes: result.outcomes)
        }
    }
}

extension Finding {
    /// The bytes of its texts.
    fileprivate var length: Int {
        message.utf8.count + (expected?.utf8.count ?? 0) + (found?.utf8.count ?? 0) + contract.file.utf8.count
            + repeatCommand.utf8.count
    }
}
