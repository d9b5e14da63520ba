import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct FindingAcceptor {
    static let options = [
        OptionSpec("accept", "REASON", "write the findings of this run to accepted.json, for this reason"),
        OptionSpec("author", "NAME", "the author for --accept (GIT_AUTHOR_NAME, or USER)"),
        OptionSpec("until", "DAY", "the last day of the acceptance, such as 2026-12-31 (90 days from now)"),
    ]

    private let reason: String
    private let author: String
    private let expires: String
    private let file: URL
    private let terminal: Terminal

    init?(_ arguments: ParsedArguments, _ context: CommandContext) throws {
        guard let reason = arguments["accept"] else {
            for name in ["author", "until"] where arguments.has(name) {
                throw CommandError("'--\(name)' needs '--accept REASON'")
            }
            return nil
        }
        guard reason.contains(where: { !$0.isWhitespace }) else {
            throw CommandError("'--accept' needs a reason, such as 'the provider adds it in May'")
        }
        self.reason = reason
        let environment = context.terminal.environment
        let names = [arguments["author"], environment["GIT_AUTHOR_NAME"], environment["USER"], environment["LOGNAME"]]
        guard let author = names.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            throw CommandError("'--accept' needs '--author NAME', because the variable USER is not set")
        }
        self.author = author
        let now = context.terminal.now()
        expires = arguments["until"] ?? AcceptedFindings.day(of: now.addingTimeInterval(90 * 86_400))
        guard AcceptedFindings.isDay(expires), expires >= AcceptedFindings.day(of: now) else {
            throw CommandError.invalid(
                expires, for: "until", "expected today or a later day, such as 2026-12-31")
        }
        file = context.suite.contracts.appendingPathComponent(AcceptedFindings.fileName)
        terminal = context.terminal
    }

    /// Adds an entry for each unaccepted finding, except contract faults and unmatched entries.
    func accept(_ report: Report) throws {
        let named: Set<String> = [ContractRule.fault.id, AcceptedRule.unmatched.id]
        let found = report.checks.flatMap { result in result.findings.map { (result.check.id, $0) } }
        let findings = found.filter { $0.1.severity <= .warning && !named.contains($0.1.rule) }
        guard !findings.isEmpty else { return terminal.err("contracts: there are no findings to accept\n") }
        let system = SystemFiles()
        var root: JSON = ["$schema": "accepted.schema.json", "accepted": []]
        if FileManager.default.fileExists(atPath: file.path) {
            root = try JSON(parsing: try system.read(file.path))
        } else if !FileManager.default.fileExists(
            atPath: file.deletingLastPathComponent().appendingPathComponent("accepted.schema.json").path)
        {
            root = ["accepted": []]
        }
        let entries = findings.map { check, finding -> JSON in
            // A number sign in a name would begin the pointer.
            let name = check.replacing("#", with: "?")
            return [
                "rule": .string(finding.rule), "place": .string("\(name)#\(finding.contract.pointer)"),
                "fingerprint": .string(finding.fingerprint), "reason": .string(reason), "author": .string(author),
                "expires": .string(expires),
            ]
        }
        let fingerprints = Set(findings.map(\.1.fingerprint))
        // Replace expired entries of these findings.
        let kept = (root["accepted"]?.arrayValue ?? []).filter { entry in
            !(entry["fingerprint"]?.stringValue.map(fingerprints.contains) ?? false)
        }
        var members = root.objectValue ?? [:]
        members["accepted"] = .array(kept + entries)
        try AtomicFiles.write(JSON.object(members).bytes(.pretty) + [UInt8(ascii: "\n")], at: file.path)
        let shown = SourceFile.displayPath(of: file)
        terminal.err("contracts: \(findings.count) accepted until \(expires) in \(shown); review and commit it\n")
    }
}
