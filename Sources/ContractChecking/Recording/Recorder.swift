import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Writes what a recording run exchanged: staged call by call, given its names at the end, all in one transaction.
///
/// Where it only compares, it tells what would change and touches nothing.
package final class Recorder: Sendable {
    private let store: RecordingStore
    private let transaction: RecordingTransaction?
    private let rules: Options.RecordingRules
    private let changes = Locked<[RecordingChange]>([])

    /// Takes the lock of the folder, unless it only compares.
    ///
    /// - Throws: `StoreError`, which says who holds it.
    package init(folder: URL, _ rules: Options.RecordingRules) throws {
        store = RecordingStore(folder: folder)
        transaction = rules.comparesOnly ? nil : try store.begin()
        self.rules = rules
    }

    /// Tells that a file stays as it was, because the exchange broke its contract.
    func keep(_ file: String) { note(file, .kept) }

    /// Stages the exchanges of a case or scenario.
    ///
    /// - Returns: what looks like a credential in the recording, each with its place.
    /// - Throws: `StoreError`; where a secret would be written it names the secret and the place.
    package func write(
        _ exchanges: [HTTPExchange], to file: String, secrets: [Secret], origin: String, effects: ModelEffects
    ) throws -> [(suspicion: Suspicion, place: Place)] {
        let recording = Recording(
            entries: exchanges,
            provenance: Recording.Provenance(origin: origin, provider: rules.isLocal ? .local : .live))
        let redacted = Redaction(secrets: secrets).redacted(recording)
        let suspicions = redacted.suspicions
        let source = SourceFile(
            url: store.folder.appendingPathComponent(file),
            bytes: suspicions.isEmpty ? [] : redacted.recording.serialized())
        let places = suspicions.map { ($0, source.place(of: $0.pointer)) }
        if rules.strictSecrets, !places.isEmpty {
            keep(file)
            return places
        }
        switch try transaction?.stage(redacted, at: file) ?? store.outcome(of: redacted, at: file) {
        case .new: note(file, .added)
        case .unchanged: note(file, .unchanged)
        case .changed(from: let old):
            note(file, .changed, old.map { effects.changes(from: $0, to: redacted.recording) } ?? [])
        }
        return places
    }

    /// Gives every staged file its name, and tells what became of each.
    package func finish() throws -> [RecordingChange] {
        try transaction?.commit()
        return changes.withLock { $0.sorted { $0.file < $1.file } }
    }

    private func note(_ file: String, _ kind: RecordingChange.Kind, _ meaning: [RecordingChange.Change] = []) {
        let path = SourceFile.displayPath(of: store.folder.appendingPathComponent(file))
        changes.withLock { $0.append(RecordingChange(file: path, kind: kind, changes: meaning)) }
    }
}
