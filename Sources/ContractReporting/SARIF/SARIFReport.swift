import ContractChecking
import Foundation
import JSONSchema

enum SARIFReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        var log = SARIFLog(in: context)
        for result in report.checks { log.add(result.findings, of: result.check.id) }
        for group in ReasonGroup.groups(of: report.checks) {
            log.add("\(group.headline): \(group.reason)", level: group.outcome == .skipped ? .note : .error)
        }
        if report.checks.isEmpty, !report.passed {
            log.add("no checks ran, so nothing was verified", level: .error)
        }
        return log.text
    }
}

/// A log in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0) with one run.
///
/// Findings with the same fingerprint are one result. Columns count Unicode scalars.
package struct SARIFLog {
    package enum Level: String { case error, warning, note }

    private static let version = "2.1.0"
    private static let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    private static let shownPlaces = 10

    private let context: ReportContext
    private var results: [JSON] = []
    private var rules: [JSON] = []
    private var ruleIndex: [String: Int] = [:]
    private var notifications: [JSON] = []
    private var hasFailed = false

    package init(in context: ReportContext) { self.context = context }

    package var text: String {
        let name = context.tool.split(separator: " ")
        let driver: [(String, JSON?)] = [
            ("name", .string(name.first.map(String.init) ?? "contracts")),
            ("version", name.dropFirst().last.map { .string(String($0)) }), ("rules", .array(rules)),
        ]
        let start = context.date.map { JSON.string($0.stamp) }
        let invocation: [(String, JSON?)] = [
            ("executionSuccessful", .bool(!hasFailed)), ("startTimeUtc", start),
            ("toolExecutionNotifications", notifications.isEmpty ? nil : .array(notifications)),
        ]
        let run: [(String, JSON?)] = [
            ("tool", ["driver": JSON.present(driver)]), ("invocations", [JSON.present(invocation)]),
            ("columnKind", "unicodeCodePoints"), ("results", .array(results)),
        ]
        let log: JSON = [
            "$schema": .string(Self.schema), "version": .string(Self.version), "runs": [JSON.present(run)],
        ]
        return log.text(.pretty) + "\n"
    }

    package mutating func add(_ findings: [Finding], of check: String) {
        for group in FindingGroup.groups(of: findings) { results.append(result(of: group, check)) }
    }

    /// Adds a notification about checks without a result. An error marks the run as incomplete.
    package mutating func add(_ message: String, level: Level) {
        if level == .error { hasFailed = true }
        notifications.append(["level": .string(level.rawValue), "message": Self.message(message)])
    }

    // MARK: - Results

    private mutating func result(of group: FindingGroup, _ check: String) -> JSON {
        let finding = group.first
        var lines = [finding.message]
        if let expected = finding.expected { lines.append("expected: " + expected.bounded(to: 500)) }
        if let found = finding.found { lines.append("found: " + found.bounded(to: 500)) }
        lines.append("repeat: " + finding.repeatCommand)
        let related = ([finding] + group.others).compactMap(\.recording).prefix(Self.shownPlaces)
        let places = related.enumerated().map { index, place in
            Self.location(place, id: index, message: finding.recordingKind)
        }
        return JSON.present([
            ("ruleId", .string(finding.rule)), ("ruleIndex", JSON(index(of: finding.rule, group.severity))),
            ("level", .string((finding.acceptance?.severity ?? group.severity).look.level.rawValue)),
            ("message", Self.message(lines.joined(separator: "\n"))),
            ("locations", [Self.location(finding.contract, check: check)]),
            ("relatedLocations", places.isEmpty ? nil : .array(places)),
            // GitHub code scanning tracks results only by `primaryLocationLineHash`.
            (
                "partialFingerprints",
                [
                    "contractFinding/v1": .string(finding.fingerprint),
                    "primaryLocationLineHash": .string("\(finding.fingerprint):1"),
                ]
            ),
            // Either all results of a run have this member, or none (§3.27.23).
            ("suppressions", .array(finding.acceptance.map { [Self.suppression($0)] } ?? [])),
            ("occurrenceCount", JSON(group.others.count + 1)), ("properties", ["check": .string(check)]),
        ])
    }

    private static func suppression(_ acceptance: Acceptance) -> JSON {
        [
            "kind": "external", "status": "accepted", "justification": .string(acceptance.text),
            "location": location(acceptance.place),
        ]
    }

    private mutating func index(of id: String, _ severity: Severity) -> Int {
        if let known = ruleIndex[id] { return known }
        let rule = context.rules.first { $0.id == id }
        let level = (rule?.severity ?? severity).look.level.rawValue
        let summary: JSON? = rule.map { ["text": .string($0.explanation.summary)] }
        let help: JSON? = rule.map(\.explanation).map { rule in
            [
                "text": .string("\(rule.summary)\n\n\(rule.example)\n\n\(rule.remedy)"),
                "markdown": .string("\(rule.summary)\n\n```text\n\(rule.example)\n```\n\n\(rule.remedy)"),
            ]
        }
        let kind = id.split(separator: ".").first.map(String.init) ?? id
        rules.append(
            JSON.present([
                ("id", .string(id)), ("shortDescription", summary), ("fullDescription", summary), ("help", help),
                ("defaultConfiguration", ["level": .string(level)]),
                (
                    "properties",
                    [
                        "problem.severity": .string(level == "note" ? "recommendation" : level),
                        "tags": ["contract", .string(kind)],
                    ]
                ),
            ]))
        ruleIndex[id] = rules.count - 1
        return rules.count - 1
    }

    // MARK: - Places

    private static func location(_ place: Place, id: Int? = nil, message: String? = nil, check: String? = nil) -> JSON {
        var logical: [JSON] = []
        if let name = place.pointer.tokens.last {
            logical.append([
                "name": .string(name), "fullyQualifiedName": .string(place.pointer.description), "kind": "property",
            ])
        }
        if let check { logical.append(["fullyQualifiedName": .string(check), "kind": "module"]) }
        return JSON.present([
            ("id", id.map { JSON($0) }),
            (
                "physicalLocation",
                [
                    "artifactLocation": artifact(place.file),
                    "region": ["startLine": JSON(max(place.line, 1)), "startColumn": JSON(max(place.column, 1))],
                ]
            ), ("logicalLocations", logical.isEmpty ? nil : .array(logical)), ("message", message.map(Self.message)),
        ])
    }

    /// Returns a file as a URI reference (RFC 3986). A relative path is below the source root.
    private static func artifact(_ file: String) -> JSON {
        if file.hasPrefix("https://") || file.hasPrefix("http://"), let url = URL(string: file) {
            return ["uri": .string(url.absoluteString)]
        }
        let path = file.addingPercentEncoding(withAllowedCharacters: plainInPaths) ?? ""
        return file.hasPrefix("/")
            ? ["uri": .string("file://" + path)] : ["uri": .string(path), "uriBaseId": "%SRCROOT%"]
    }

    /// Characters that need no encoding. A colon does, because it could end a scheme in a relative path.
    static let plainInPaths = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")

    // MARK: - Texts

    private static func message(_ text: String) -> JSON {
        ["text": .string(plain(text.bounded(to: 4000).visible(keepingLines: true)))]
    }

    /// Escapes placeholders such as `{0}` (§3.11.5) and links (§3.11.6).
    private static func plain(_ text: String) -> String {
        text.replacing(#/\{([0-9]+)\}/#) { "{{\($0.1)}}" }.replacing("](", with: "\\](")
    }
}
