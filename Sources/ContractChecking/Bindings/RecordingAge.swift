import Foundation
import HTTPRecording
import JSONSchema

/// The age from which recordings are stale: the service may have changed since.
package struct RecordingAge: Sendable, Codable {
    /// A recording that is too old, or made up.
    package struct Stale: Sendable {
        package let rule: RecordedRule
        /// The place of its date or source.
        package let place: Place
        /// The case or scenario it belongs to.
        package let contract: Place
        package let pointer: JSONPointer
        /// Such as `recorded 2026-03-01, 120 days ago`.
        package let message: String
    }

    /// Seconds.
    let limit: Double
    /// The limit as it was given, such as `90d`.
    package let text: String
    package let severity: Severity
    let now: Date

    package init(limit: Double, text: String, severity: Severity = .warning, now: Date = Date()) {
        self.limit = limit
        self.text = text
        self.severity = severity
        self.now = now
    }

    /// The moment before which a recording is stale.
    package var oldest: Date { now.addingTimeInterval(-limit) }

    /// Returns the recordings of a service that are older or made up, in the order of its contract. Those that cannot be
    /// read are reported elsewhere.
    package func stale(in service: LoadedService) -> [Stale] {
        guard let contract = service.contract else { return [] }
        return contract.recordings.compactMap { wanted in
            guard service.library.contains(wanted.file),
                case .success(let loaded) = service.library.recording(wanted.file),
                let (made, pointer) = loaded.recording.made
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

    /// Returns the finding about a stale recording.
    func finding(of stale: Stale, _ check: Check) -> Finding {
        Finding(
            reported: stale.rule.id, severity: severity, message: stale.message, expected: "at most \(text)",
            contract: stale.contract, recording: stale.place, repeatCommand: "",
            fingerprint: Fingerprint.of(rule: stale.rule.id, check: check.id, pointer: stale.pointer))
    }
}
