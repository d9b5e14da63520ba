import ContractAuthoring
import ContractChecking
import ContractFormat
import JSONSchema

struct FitReport {
    private let fit: Fit
    private let file: SourceFile
    private let difference: LineDifference
    private let obstacles: [String: [Check]]
    private let isCompared: Bool

    init(_ fit: Fit, from old: [UInt8], to file: SourceFile, _ results: [CheckResult]) {
        self.fit = fit
        obstacles = results.reduce(into: [:]) { obstacles, result in
            if let obstacle = Self.obstacle(of: result) { obstacles[obstacle, default: []].append(result.check) }
        }
        isCompared = results.contains(where: \.isEvaluated)
        self.file = file
        difference = LineDifference(
            from: String(decoding: old, as: UTF8.self), to: String(decoding: file.bytes, as: UTF8.self))
    }

    private static func obstacle(of result: CheckResult) -> String? {
        if result.outcome == .error { return result.reason ?? "" }
        let isUntested = result.findings.contains { $0.rule == ModelRule.untested.id }
        return isUntested ? "there is no valid instance, and none can be generated" : nil
    }

    func text(color: Bool) -> String {
        (isCompared ? diff(color: color) : "nothing was compared\n") + list("learned from the code", fit.lossless)
            + list("looser than the document", fit.loosening) + left + unlearned
    }

    private var unlearned: String {
        obstacles.sorted { $0.key < $1.key }.map { reason, checks in
            let first = checks.map(\.id).sorted().truncated(to: 5)
            return "\nnot run: \(checks.count), because \(reason)\n" + first.map { "  \($0)\n" }.joined()
        }.joined()
    }

    private func diff(color: Bool) -> String {
        guard !difference.hunks.isEmpty else { return "no changes to propose: the contract matches the code\n" }
        func paint(_ text: String, _ code: Int) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
        let reasons = fit.proposed.map { (line: file.place(of: $0.edit.pointer).line, reason: $0.reason) }
        let hunks = difference.hunks.map { hunk -> String in
            let why = reasons.filter { hunk.newLines.contains($0.line) }.map(\.reason).distinct.truncated(to: 3)
            let head = "@@ -\(hunk.start.old),\(hunk.oldCount) +\(hunk.start.new),\(hunk.newCount) @@"
            let lines = hunk.lines.map { line in
                line.hasPrefix("+") ? paint(line, 32) : line.hasPrefix("-") ? paint(line, 31) : line
            }
            return ([paint(head, 36) + (why.isEmpty ? "" : " " + why.joined(separator: "; "))] + lines)
                .joined(separator: "\n") + "\n"
        }
        return "--- \(file.path)\n+++ \(file.path)\n" + hunks.joined()
    }

    private func list(_ title: String, _ adaptations: [Adaptation]) -> String {
        if adaptations.isEmpty { return "" }
        let unread = Dictionary(grouping: adaptations.filter { $0.kind == .unread }, by: part(of:))
        let rows = adaptations.map { adaptation in
            let place = part(of: adaptation)
            let alike = adaptation.kind == .unread ? unread[place] ?? [] : []
            let reason =
                alike.count > 3 ? "\(alike[0].reason), nor \(alike.count - 1) other members" : adaptation.reason
            return "  \(place): \(reason)\n"
        }.distinct
        return "\n\(title): \(rows.count)\n" + rows.joined()
    }

    /// The deviations that remain findings, each with the contract text that would accept it.
    private var left: String {
        if fit.rejected.isEmpty { return "" }
        // Report an argument at its definition, which comes first, instead of at each use.
        let left = fit.rejected.distinct { "\(part(of: $0)): \($0.reason)" }
        let rows = left.map { "  \(part(of: $0)): \($0.reason); to accept it: \($0.edit.contractText)\n" }
        return "\nleft as findings, because a value would be lost: \(rows.count)\n" + rows.joined()
    }

    /// The model or endpoint of a change, such as `models/Book`.
    private func part(of adaptation: Adaptation) -> String {
        let tokens = adaptation.edit.pointer.tokens
        return tokens.prefix(tokens.count > 2 ? 2 : 1).joined(separator: "/")
    }
}
