import ContractChecking
import JSONSchema

extension Report {
    /// The worst outcome. A run without checks counts as failed, unless it is one shard of several.
    var verdict: CheckResult.Outcome {
        CheckResult.Outcome.worstFirst.first { outcome in checks.contains { $0.outcome == outcome } }
            ?? (passed ? .passed : .failed)
    }

    var title: String {
        let failed = count(.failed)
        let errors = count(.error)
        let skipped = count(.skipped)
        let all = counted(checks.count, "check")
        if checks.isEmpty {
            return shard.flatMap { passed ? "Shard \($0) contains no checks" : nil } ?? "No checks ran"
        }
        if failed > 0 { return "\(failed) of \(all) failed" }
        if errors > 0 { return "\(errors) of \(all) could not be evaluated" }
        if skipped > 0 { return "\(skipped) of \(all) not run" }
        return checks.count == 1 ? "The check passed" : "All \(all) passed"
    }
}

// Names are cut by Unicode scalars, because a leading combining mark would merge with the preceding slash.
extension Check {
    /// The identifier without the service, such as `model/Element`.
    var path: String { String(id.unicodeScalars.dropFirst(service.unicodeScalars.count + 1)) }

    /// The identifier without service and kind, such as `Element`. Empty for a check of a whole service.
    var name: String { String(path.unicodeScalars.dropFirst(kind.rawValue.unicodeScalars.count + 1)) }
}

struct ServiceTally {
    let service: String
    let results: [CheckResult]

    func count(_ outcome: CheckResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

    var seconds: Double { results.reduce(0) { $0 + $1.seconds } }

    var outcome: CheckResult.Outcome { CheckResult.Outcome.worstFirst.first { count($0) > 0 } ?? .skipped }

    static func services(of report: Report) -> [ServiceTally] {
        report.checks.grouped(by: \.check.service).map { ServiceTally(service: $0.key, results: $0.elements) }
    }
}

extension CheckResult.Outcome {
    static let worstFirst: [CheckResult.Outcome] = [.failed, .error, .skipped, .passed]

    /// The form of the outcome in each output. The symbols make color redundant.
    var look: (words: String, label: String, sign: String, mark: String, style: Span.Style) {
        switch self {
        case .passed: ("passed", "Passed", "✓", "✓", .good)
        case .failed: ("failed", "Failed", "✕", "✗", .error)
        case .error: ("could not be evaluated", "Not evaluated", "!", "!", .error)
        case .skipped: ("not run", "Not run", "–", "-", .warning)
        }
    }

    var words: String { look.words }
}
