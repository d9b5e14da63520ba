import ContractFormat
import Foundation
import HTTPRecording

/// Writes what a recording run exchanged: staged call by call, given its names at the end, all in one transaction.
final class Recorder: Sendable {
    private let store: RecordingStore
    private let transaction: RecordingTransaction
    private let provider: Recording.Provenance.Provider
    private let changes = Locked<[RecordingChange]>([])

    /// Takes the lock of the folder.
    ///
    /// - Throws: `StoreError`, which says who holds it.
    init(folder: URL, isLocal: Bool) throws {
        store = RecordingStore(folder: folder)
        transaction = try store.begin()
        provider = isLocal ? .local : .live
    }

    /// Tells that a file stays as it was, because the exchange broke its contract.
    func keep(_ file: String) { note(file, .kept) }

    /// Stages the exchanges of a case or scenario.
    ///
    /// - Throws: `StoreError`; where a secret would be written it names the secret and the place.
    func write(_ exchanges: [HTTPExchange], to file: String, secrets: [Secret], origin: String) throws {
        let recording = Recording(
            entries: exchanges, provenance: Recording.Provenance(origin: origin, provider: provider))
        switch try transaction.stage(recording, at: file, redaction: Redaction(secrets: secrets)) {
        case .new: note(file, .added)
        case .changed: note(file, .changed)
        case .unchanged: note(file, .unchanged)
        }
    }

    /// Gives every staged file its name, and tells what became of each.
    func finish() throws -> [RecordingChange] {
        try transaction.commit()
        return changes.withLock { $0.sorted { $0.file < $1.file } }
    }

    private func note(_ file: String, _ kind: RecordingChange.Kind) {
        let path = SourceFile.displayPath(of: store.folder.appendingPathComponent(file))
        changes.withLock { $0.append(RecordingChange(file: path, kind: kind)) }
    }
}
