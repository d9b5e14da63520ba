import ContractChecking

/// How much of their contracts the models of a report enforce, in words.
enum ScoreLines {
    /// One line for all models that enforce everything, and one for each that does not, with what it leaves out.
    static func lines(of report: Report) -> [String] {
        let scored = report.checks.compactMap { result in result.score.map { (result.check, $0) } }
        let whole = scored.count { $0.1.missing.isEmpty }
        let first = whole == 0 ? [] : ["\(counted(whole, "model")) with a score of 100 %"]
        return first + scored.filter { !$0.1.missing.isEmpty }.map { line(for: $0, $1) }
    }

    static func line(for check: Check, _ score: ModelScore) -> String {
        "\(check.id): score \(score.percent) % (\(score.enforced) of \(score.total) constraints)"
            + (score.missing.isEmpty ? "" : "; not enforced: \(score.missing.joined(separator: ", "))")
    }
}
