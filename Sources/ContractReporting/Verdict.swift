import ContractChecking

extension Report {
    /// The worst outcome there is; nothing checked is as bad as a failure, except in one shard of several.
    var verdict: CheckResult.Outcome {
        CheckResult.Outcome.worstFirst.first { outcome in checks.contains { $0.outcome == outcome } }
            ?? (passed ? .passed : .failed)
    }

    /// The verdict in one line, as a title says it.
    var title: String {
        let failed = count(.failed)
        let errors = count(.error)
        let skipped = count(.skipped)
        let all = counted(checks.count, "check")
        if checks.isEmpty { return shard.flatMap { passed ? "Shard \($0) holds no checks" : nil } ?? "No checks ran" }
        if failed > 0 { return "\(failed) of \(all) failed" }
        if errors > 0 { return "\(errors) of \(all) could not be evaluated" }
        if skipped > 0 { return "\(skipped) of \(all) not run" }
        return checks.count == 1 ? "The check passed" : "All \(all) passed"
    }
}
