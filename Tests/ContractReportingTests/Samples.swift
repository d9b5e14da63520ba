import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

@testable import ContractReporting

/// A folder in `Golden`: a report, the files that its findings refer to, and the approved renderings.
struct GoldenCase: CustomStringConvertible {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    static func all() throws -> [GoldenCase] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
            .map(GoldenCase.init)
    }

    let name: String
    var description: String { name }
    var folder: URL { Self.folder.appendingPathComponent(name) }

    init(_ name: String) { self.name = name }

    func data() throws -> Data { try Data(contentsOf: folder.appendingPathComponent("report.json")) }
    func report() throws -> Report { try Report(parsing: data()) }

    func context(width: Int? = nil, color: Bool = false) -> ReportContext {
        ReportContext(
            tool: "contracts 1.0.0", date: Date(timeIntervalSince1970: 1_750_000_000), width: width, color: color
        ) { [files = folder.appendingPathComponent("files")] file in
            try? String(contentsOf: files.appendingPathComponent(file), encoding: .utf8)
        }
    }
}

/// Strings that attempt injection into each format.
enum Hostile {
    static let texts = [
        "::error::owned", "a\n::error file=x::owned\r\n  ::warning::too", "##[error]owned ##vso[task.setvariable]x",
        "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>", "<![CDATA[x]]>",
        "&amp;&#0;&lt;",
        "\u{1B}[2J\u{1B}]0;title\u{07}", "nul\u{0}bell\u{7}del\u{7F}csi\u{9B}", "\u{FFFE}\u{FFFF}\u{FEFF}",
        "\u{202E}desrever\u{202C}\u{2066}x\u{2069}", "line\u{2028}separator\u{2029}", "%0A%25", "tab\there",
        "*_`|[x](y)#@someone\\",
        String(repeating: "\u{0301}", count: 1000), String(repeating: "long ", count: 4000), "👩‍👩‍👧‍👦 日本語", "",
    ]

    /// Returns a report in which every string is `text`.
    static func report(_ text: String) -> Report {
        let place = Place(file: text, line: 3, column: 4, pointer: JSONPointer(tokens: [text]))
        let findings = Severity.allCases.map { severity in
            Finding(
                reported: text, severity: severity, message: text, expected: text, found: text, contract: place,
                recording: place, repeatCommand: text, fingerprint: text + severity.rawValue)
        }
        return Report(
            checks: [
                CheckResult(
                    check: Check(service: text, kind: .model, text), outcome: .failed, findings: findings,
                    score: ModelScore(enforced: 1, total: 2, missing: [text]), outcomes: outcomes(text)),
                CheckResult(check: Check(service: text, kind: .client, text), outcome: .error, reason: text),
                CheckResult(check: Check(service: text, kind: .faults, text), outcome: .skipped, reason: text),
                CheckResult(check: Check(service: text, kind: .response, text), outcome: .passed),
            ], seconds: 0.5,
            recordings: RecordingChange.Kind.allCases.map { kind in
                RecordingChange(
                    file: text + kind.rawValue, kind: kind,
                    changes: Severity.allCases.map { .init(message: text, effect: .survives, severity: $0) })
            })
    }

    private static func outcomes(_ text: String) -> [ProbeOutcome] {
        [nil, text].map {
            .init(name: text, kind: text, pointer: text, expected: text, found: MessageText(text), rule: $0)
        }
    }
}

func sampleFinding(
    rule: String = "response.schema", severity: Severity = .error, message: String = "the name is missing",
    expected: String? = nil, found: String? = nil, contract: Place = Place(file: "Contracts/a/contract.json", line: 2),
    recording: Place? = nil, fingerprint: String = "f"
) -> Finding {
    Finding(
        reported: rule, severity: severity, message: message, expected: expected, found: found, contract: contract,
        recording: recording, repeatCommand: "contracts verify --only a/response/b", fingerprint: fingerprint)
}

func sampleResult(
    _ name: String = "b", _ outcome: CheckResult.Outcome = .passed, findings: [Finding] = [], reason: String? = nil
) -> CheckResult {
    CheckResult(
        check: Check(service: "a", kind: .response, name), outcome: outcome, probes: 1, seconds: 0.25,
        findings: findings, reason: reason)
}
