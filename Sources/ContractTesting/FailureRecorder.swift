import ContractChecking
import ContractFormat
import JSONSchema
import Testing
import XCTest

/// Records failures with whichever framework runs the test.
///
/// Each framework silently ignores the other's failures, so both get them. XCTest gets a failure if no Swift Testing test
/// runs on this task. Swift Testing always gets it, and counts it only in its own tests.
enum FailureRecorder {
    /// Records what is wrong with a check; a check that was not run is a failure too, as nothing else would show it.
    static func record(_ result: CheckResult) {
        switch result.outcome {
        case .passed, .failed: break
        case .error: record("\(result.check): could not be evaluated: \(result.reason ?? "no reason given")")
        case .skipped: record("\(result.check): not run: \(result.reason ?? "no reason given")")
        }
        // Without an error, warnings fail the check.
        let gate = result.findings.contains { $0.severity == .error } ? Severity.error : .warning
        for finding in result.findings {
            let isFailure = result.outcome == .failed && finding.severity <= gate
            record(text(of: finding, result.check), at: finding.contract, isWarning: !isFailure)
        }
        FindingAttachment.record(result) { sourceLocation(of: $0.contract) }
    }

    static func record(_ message: String) { record(message, at: nil, isWarning: false) }

    private static func record(_ message: String, at place: Place?, isWarning: Bool) {
        // Terminals and pipelines read the output of a test run, too.
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

    /// A file identifier must hold a slash.
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
