import ContractChecking
import ContractFormat
import JSONSchema
import Testing
import XCTest

/// Records failures with the framework that runs the test.
///
/// Each framework silently ignores the other's failures. XCTest gets a failure if the task runs no Swift Testing test.
/// Swift Testing always gets it, and counts it only in its own tests.
enum FailureRecorder {
    /// Records the findings of a check. A check that was not run is also a failure; otherwise it would go unnoticed.
    static func record(_ result: CheckResult) {
        switch result.outcome {
        case .passed, .failed: break
        case .error: record("\(result.check): could not be evaluated: \(result.reason ?? "no reason given")")
        case .skipped: record("\(result.check): not run: \(result.reason ?? "no reason given")")
        }
        // If there are no errors, warnings failed the check.
        let gate = result.findings.contains { $0.severity == .error } ? Severity.error : .warning
        for finding in result.findings {
            let isFailure = result.outcome == .failed && finding.severity <= gate
            record(text(of: finding, result.check), at: finding.contract, isWarning: !isFailure)
        }
        FindingAttachment.record(result) { sourceLocation(of: $0.contract) }
    }

    static func record(_ message: String) { record(message, at: nil, isWarning: false) }

    private static func record(_ message: String, at place: Place?, isWarning: Bool) {
        // Control characters and pipeline commands must not reach the terminal or CI log.
        let message = message.visible(keepingLines: true).withoutPipelineCommands
        if Test.current == nil, !isWarning { XCTFail(message) }
        let location =
            place.map(sourceLocation) ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
        #if compiler(>=6.3)
            Issue.record(Comment(rawValue: message), severity: isWarning ? .warning : .error, sourceLocation: location)
        #else
            if !isWarning { Issue.record(Comment(rawValue: message), sourceLocation: location) }
        #endif
    }

    /// Swift Testing requires a slash in file identifiers.
    private static func sourceLocation(of place: Place) -> SourceLocation {
        SourceLocation(
            fileID: place.file.contains("/") ? place.file : "Contracts/\(place.file)", filePath: place.file,
            line: max(1, place.line), column: max(1, place.column))
    }

    static func text(of finding: Finding, _ check: Check) -> String {
        var lines = ["\(finding.contract): \(finding.message) [\(finding.rule)]"]
        if let expected = finding.expected { lines.append("  expected: \(expected)") }
        if let found = finding.found { lines.append("  found:    \(found)") }
        if let recording = finding.recording { lines.append("  recorded: \(recording)") }
        if let acceptance = finding.acceptance { lines.append("  accepted: \(acceptance.text)") }
        lines.append("  repeat:   \(finding.repeatCommand)")
        return lines.joined(separator: "\n")
    }
}
