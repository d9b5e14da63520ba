import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import Testing

/// Test attachments: the text of each finding with its exchange, and the probes of a model.
enum FindingAttachment {
    /// Attaches the findings of a check to the current Swift Testing test.
    static func record(_ result: CheckResult, at location: (Finding) -> SourceLocation) {
        #if compiler(>=6.2)
            guard Test.current != nil, !result.findings.isEmpty else { return }
            let name = String(result.check.id.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
            for (index, finding) in result.findings.enumerated() {
                let text = text(of: finding, result.check)
                Attachment.record(text, named: "\(name)-\(index + 1).txt", sourceLocation: location(finding))
            }
            guard result.check.kind == .model, let first = result.findings.first else { return }
            Attachment.record(probes(of: result), named: "\(name)-probes.txt", sourceLocation: location(first))
        #endif
    }

    /// Returns the probes of a model, one per line. Failed probes begin with a cross.
    static func probes(of result: CheckResult) -> String {
        result.outcomes.map { outcome in
            guard let rule = outcome.rule else { return "✓ \(outcome.name): \(outcome.found)\n" }
            return "✗ \(outcome.name): expected \(outcome.expected), found \(outcome.found) [\(rule)]\n"
        }.joined()
    }

    static func text(of finding: Finding, _ check: Check) -> String {
        var text = "\(check.id)\n\n\(FailureRecorder.text(of: finding, check))\n"
        if let messages = finding.recording.flatMap(messages) { text += "\n\(messages)" }
        return text
    }

    /// Returns the recorded exchange at a location as HTTP messages, or `nil` if the location is not within an entry.
    static func messages(at place: Place) -> String? {
        do { return try exchange(at: place)?.messageText } catch { return "\(place.file) cannot be read: \(error)\n" }
    }

    private static func exchange(at place: Place) throws -> HTTPExchange? {
        let tokens = place.pointer.tokens
        guard place.file.hasSuffix(".har"), tokens.count >= 3, tokens[1] == "entries", let index = Int(tokens[2]) else {
            return nil
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place.file)))
        let entries = try Recording(parsing: bytes, file: place.file).entries
        return entries.indices.contains(index) ? entries[index] : nil
    }
}

extension HTTPExchange {
    /// The request and response as HTTP messages (RFC 9112, 2.1).
    fileprivate var messageText: String {
        func body(_ bytes: [UInt8]) -> String {
            String(validating: bytes, as: UTF8.self) ?? "(\(bytes.count) bytes)"
        }
        func headers(_ fields: HeaderFields) -> String { fields.fields.map { "\($0.name): \($0.value)\n" }.joined() }
        return """
            \(request.method) \(request.url) \(request.httpVersion)
            \(headers(request.headers))
            \(body(request.body ?? []))

            \(response.httpVersion) \(response.status) \(response.statusText)
            \(headers(response.headers))
            \(body(response.body))

            """
    }
}
