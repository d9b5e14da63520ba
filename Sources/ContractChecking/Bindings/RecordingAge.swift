import Foundation
import HTTPRecording
import JSONSchema

package struct RecordingAge: Sendable, Codable {
    package struct Stale: Sendable {
        package let rule: RecordedRule
        /// The location of the recording's date or provider.
        package let place: Place
        package let contract: Place
        package let pointer: JSONPointer
        /// For example `recorded 2026-03-01, 120 days ago`.
        package let message: String
    }

    let limit: Double
    /// The limit as entered, such as `90d`.
    package let text: String
    package let severity: Severity
    let now: Date

    package init(limit: Double, text: String, severity: Severity = .warning, now: Date = Date()) {
        self.limit = limit
        self.text = text
        self.severity = severity
        self.now = now
    }

    /// The earliest date of a recording that is not stale.
    package var oldest: Date { now.addingTimeInterval(-limit) }

    /// Returns a service's stale and made-up recordings in contract order, except unreadable ones.
    package func stale(in service: LoadedService) -> [Stale] {
        guard let contract = service.contract else { return [] }
        return contract.recordings.compactMap { wanted in
            guard service.library.contains(wanted.file),
                case .success(let loaded) = service.library.recording(wanted.file),
                let (made, pointer) = loaded.recording.recordingTime
            else { return nil }
            if loaded.recording.isMadeUp {
                return Stale(
                    rule: RecordedRule.madeUp, place: loaded.source.place(of: "/log/_provenance/provider"),
                    contract: contract.place(of: wanted.pointer), pointer: wanted.pointer,
                    message: "the recording was made up, not recorded from the service")
            }
            let age = now.timeIntervalSince1970 - made.secondsSince1970
            guard age > limit else { return nil }
            let days = Int(age / 86_400)
            return Stale(
                rule: RecordedRule.stale, place: loaded.source.place(of: pointer),
                contract: contract.place(of: wanted.pointer),
                pointer: wanted.pointer,
                message: "the recording was made on \(made.text.prefix(10)), "
                    + (days == 0 ? "\(Int(age / 3600)) hours ago" : "\(counted(days, "day")) ago"))
        }
    }

    func finding(of stale: Stale, _ check: Check) -> Finding {
        Finding(
            reported: stale.rule.id, severity: severity, message: stale.message, expected: "at most \(text)",
            contract: stale.contract, recording: stale.place, repeatCommand: "",
            fingerprint: Fingerprint.of(rule: stale.rule.id, check: check.id, pointer: stale.pointer))
    }
}
