import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The destination of a recording run's exchanges.
package protocol ExchangeRecorder: Sendable {
    /// Redacts the exchanges of a case or scenario and compares them with the existing recording.
    func propose(_ call: RecordedCall) async throws -> RecordingProposal
    /// Writes the proposed recording of a file, with these semantic changes. Without any, leaves the file unchanged,
    /// because the exchange broke its contract or was refused.
    ///
    /// - Throws: If it cannot be recorded. The error of a secret that would be written names it and its place.
    func settle(_ file: String, writing changes: [RecordingChange.Change]?) async throws
}

/// A redacted recording that a run may write.
package struct RecordingProposal: Sendable, Codable {
    package let new: [UInt8]
    /// The existing recording, if it would change.
    package let old: [UInt8]?
    package let suspects: [SuspectedSecret]
    package let secretNames: [String]
    package let hidesSecrets: Bool

    /// Returns the semantic changes from the existing recording, with their effects on models.
    func changes(by effects: ModelEffects) throws -> [RecordingChange.Change] {
        guard let old else { return [] }
        return effects.changes(from: try Recording(parsing: old, file: ""), to: try Recording(parsing: new, file: ""))
    }
}

/// The exchanges of a case or scenario, and their recording file.
package struct RecordedCall: Sendable {
    package let exchanges: [HTTPExchange]
    package let file: String
    package let secrets: [Secret]
    /// The redaction of the secrets and of the contract's other credentials.
    let redaction: Redaction
    package let origin: String
    /// The provenance of exchanges that were recorded before; `nil` for those of this run.
    package var provenance: Recording.Provenance?

    package init(exchanges: [HTTPExchange], file: String, secrets: [Secret], redaction: Redaction, origin: String) {
        self.exchanges = exchanges
        self.file = file
        self.secrets = secrets
        self.redaction = redaction
        self.origin = origin
    }
}

/// A string in a recording that looks like a credential.
package struct SuspectedSecret: Sendable, Codable {
    package let kind: String
    package let text: String
    package let place: Place

    var remedy: MessageText {
        guard kind == Suspicion.Kind.unreplaced.rawValue else {
            return "no credential, or a secret argument (\"format\": \"password\") that names it"
        }
        return "a schema that a string of letters such as \"redacted\" meets, or \"enum\" if its values are not secret"
    }
}

/// The writer of a recording run. It stages each call and renames all files in one transaction, or only compares.
package final class Recorder: ExchangeRecorder {
    private let store: RecordingStore
    private let transaction: RecordingTransaction?
    private let rules: Options.RecordingRules
    private let proposed = Locked<[String: (recording: RedactedRecording, outcome: RecordingTransaction.Outcome)]>([:])
    private let changes = Locked<[RecordingChange]>([])

    /// Locks the folder, unless it only compares.
    ///
    /// - Throws: `StoreError`, which names the lock's holder.
    package init(folder: URL, _ rules: Options.RecordingRules) throws {
        store = RecordingStore(folder: folder, refreshingBefore: rules.refreshesBefore)
        transaction = rules.comparesOnly ? nil : try store.begin()
        self.rules = rules
    }

    package func propose(_ call: RecordedCall) throws -> RecordingProposal {
        let provenance = call.provenance ?? Recording.Provenance(origin: call.origin, provider: rules.provider)
        let redacted = call.redaction.redacted(Recording(entries: call.exchanges, provenance: provenance))
        let outcome = try store.outcome(of: redacted, at: call.file)
        proposed.withLock { $0[call.file] = (redacted, outcome) }
        let bytes = redacted.recording.serialized()
        let suspicions = redacted.suspicions
        let source = SourceFile(
            url: store.folder.appendingPathComponent(call.file),
            bytes: suspicions.isEmpty ? [] : redacted.recording.files(named: call.file)[0].bytes)
        var old: [UInt8]?
        if case .changed(from: let found?) = outcome { old = found.serialized() }
        return RecordingProposal(
            new: bytes, old: old,
            suspects: suspicions.map {
                SuspectedSecret(kind: $0.kind.rawValue, text: "\($0)", place: source.place(of: $0.pointer))
            }, secretNames: redacted.secretNames, hidesSecrets: redacted.differs(from: call.exchanges))
    }

    package func settle(_ file: String, writing meaning: [RecordingChange.Change]?) throws {
        let staged = proposed.withLock { $0.removeValue(forKey: file) }
        guard let meaning else {
            let isThere = FileManager.default.fileExists(atPath: store.folder.appendingPathComponent(file).path)
            return note(file, isThere ? .kept : .missing)
        }
        guard let staged else { throw TransportError("'\(file)' must be proposed before it is written") }
        try transaction?.stage(staged.recording, staged.outcome, at: file)
        switch staged.outcome {
        case .new: note(file, .added)
        case .unchanged: note(file, .unchanged)
        case .changed: note(file, .changed, meaning)
        }
    }

    /// Records exchanges, judging their effect on models in this process, and returns suspected credentials.
    package func record(_ call: RecordedCall, effects: ModelEffects) throws -> [SuspectedSecret] {
        let proposal = try propose(call)
        let isRefused = rules.strictSecrets && !proposal.suspects.isEmpty
        try settle(call.file, writing: isRefused ? nil : try proposal.changes(by: effects))
        return proposal.suspects
    }

    /// Commits the staged files and returns the change of each file.
    package func finish() throws -> [RecordingChange] {
        try transaction?.commit()
        return changes.withLock { $0.sorted { $0.file < $1.file } }
    }

    private func note(_ file: String, _ kind: RecordingChange.Kind, _ meaning: [RecordingChange.Change] = []) {
        let path = SourceFile.displayPath(of: store.folder.appendingPathComponent(file))
        changes.withLock { $0.append(RecordingChange(file: path, kind: kind, changes: meaning)) }
    }
}
