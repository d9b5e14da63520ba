import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Takes what a recording run exchanged.
package protocol ExchangeRecorder: Sendable {
    /// Leaves a file as it was, because the exchange broke its contract.
    func keep(_ file: String) async throws
    /// Records the exchanges of a case or scenario.
    ///
    /// - Returns: what looks like a credential in the recording.
    /// - Throws: where it cannot be recorded; where a secret would be written the error names the secret and the place.
    func write(_ call: RecordedCall, effects: ModelEffects) async throws -> [SuspectedSecret]
    /// Ends the run, and tells what became of each file.
    func finish() throws -> [RecordingChange]
}

/// The exchanges of a case or scenario, and where they are recorded.
package struct RecordedCall: Sendable {
    package let exchanges: [HTTPExchange]
    package let file: String
    package let secrets: [Secret]
    /// Takes the secrets out, and whatever else the contract calls a credential.
    let redaction: Redaction
    package let origin: String

    package init(exchanges: [HTTPExchange], file: String, secrets: [Secret], redaction: Redaction, origin: String) {
        self.exchanges = exchanges
        self.file = file
        self.secrets = secrets
        self.redaction = redaction
        self.origin = origin
    }

    /// The recording that it becomes, without secrets.
    func redacted(by rules: Options.RecordingRules) -> RedactedRecording {
        let provenance = Recording.Provenance(origin: origin, provider: rules.isLocal ? .local : .live)
        return redaction.redacted(Recording(entries: exchanges, provenance: provenance))
    }
}

/// What looks like a credential in a recording, and where.
package struct SuspectedSecret: Sendable {
    package let kind: String
    package let text: String
    package let place: Place

    package init(kind: String, text: String, place: Place) {
        self.kind = kind
        self.text = text
        self.place = place
    }

    /// What may stand there.
    var remedy: FindingText {
        guard kind == Suspicion.Kind.unreplaced.rawValue else {
            return "no credential, or a secret argument (\"format\": \"password\") that names it"
        }
        return "a schema that a text of letters such as \"redacted\" meets, or \"enum\" where its values are no secret"
    }
}

/// Writes what a recording run exchanged: staged call by call, given its names at the end, all in one transaction.
///
/// Where it only compares, it tells what would change and touches nothing.
package final class Recorder: Sendable {
    /// What recording a call would do.
    package struct Comparison: Sendable {
        /// What the file holds now, where it would change.
        package let old: Recording?
        package let new: Recording
        package let suspects: [SuspectedSecret]
        /// Whether the call is not recorded, for what looks like a credential in it.
        package let isRefused: Bool
    }

    private let store: RecordingStore
    private let transaction: RecordingTransaction?
    private let rules: Options.RecordingRules
    private let changes = Locked<[RecordingChange]>([])

    /// Takes the lock of the folder, unless it only compares.
    ///
    /// - Throws: `StoreError`, which says who holds it.
    package init(folder: URL, _ rules: Options.RecordingRules) throws {
        store = RecordingStore(folder: folder, refreshingBefore: rules.refreshesBefore)
        transaction = rules.comparesOnly ? nil : try store.begin()
        self.rules = rules
    }

    /// Compares the exchanges of a call with its file.
    package func compare(_ call: RecordedCall) throws -> Comparison {
        let redacted = call.redacted(by: rules)
        let suspicions = redacted.suspicions
        let source = SourceFile(
            url: store.folder.appendingPathComponent(call.file),
            bytes: suspicions.isEmpty ? [] : redacted.recording.files(named: call.file)[0].bytes)
        var old: Recording?
        if case .changed(from: let found) = try store.outcome(of: redacted, at: call.file) { old = found }
        return Comparison(
            old: old, new: redacted.recording,
            suspects: suspicions.map {
                SuspectedSecret(kind: $0.kind.rawValue, text: "\($0)", place: source.place(of: $0.pointer))
            }, isRefused: rules.strictSecrets && !suspicions.isEmpty)
    }

    /// Stages the exchanges of a call.
    ///
    /// - Parameter changes: what differs in meaning from the file as it is.
    /// - Throws: `StoreError`; where a secret would be written it names the secret and the place.
    package func record(_ call: RecordedCall, changes: [RecordingChange.Change]) throws {
        let redacted = call.redacted(by: rules)
        switch try transaction?.stage(redacted, at: call.file) ?? store.outcome(of: redacted, at: call.file) {
        case .new: note(call.file, .added)
        case .unchanged: note(call.file, .unchanged)
        case .changed: note(call.file, .changed, changes)
        }
    }

    /// Gives every staged file its name, and tells what became of each.
    package func finish() throws -> [RecordingChange] {
        try transaction?.commit()
        return changes.withLock { $0.sorted { $0.file < $1.file } }
    }

    /// Tells that a file stays as it was, or that there still is none, because the exchange broke its contract.
    package func keep(_ file: String) {
        let isThere = FileManager.default.fileExists(atPath: store.folder.appendingPathComponent(file).path)
        note(file, isThere ? .kept : .missing)
    }

    private func note(_ file: String, _ kind: RecordingChange.Kind, _ meaning: [RecordingChange.Change] = []) {
        let path = SourceFile.displayPath(of: store.folder.appendingPathComponent(file))
        changes.withLock { $0.append(RecordingChange(file: path, kind: kind, changes: meaning)) }
    }
}

extension Recorder: ExchangeRecorder {
    package func write(_ call: RecordedCall, effects: ModelEffects) throws -> [SuspectedSecret] {
        let comparison = try compare(call)
        if comparison.isRefused {
            keep(call.file)
        } else {
            try record(
                call, changes: comparison.old.map { effects.changes(from: $0, to: comparison.new) } ?? [])
        }
        return comparison.suspects
    }
}
