import Foundation

/// Writes recordings so that a kill at any moment leaves every file old or new, and whole.
///
/// Each recording is redacted, written to a temporary file beside its target, flushed and searched for secrets; only
/// `commit` gives the files their names. A transaction that is dropped without it leaves everything as it was.
public final class RecordingTransaction: @unchecked Sendable {
    /// What staging a recording will do to its file.
    public enum Outcome: Sendable, Hashable {
        /// There is no file yet.
        case new
        /// The file's content changes.
        case changed
        /// Nothing but dates, timings and request ids would change, so nothing is written.
        case unchanged
    }

    /// The moments at which tests kill the process.
    enum Step: Sendable, Hashable, CaseIterable {
        case locked, created, written, scanned, committing, renamed, folderSynced
    }

    private struct Staged {
        let temporary: String
        let target: String
    }

    // Unchecked `Sendable`: everything mutable is touched under `mutex` only.
    private let store: RecordingStore
    private let onStep: @Sendable (Step) throws -> Void
    private let mutex = NSLock()
    private var lock: StoreLock?
    private var staged: [Staged] = []
    private var madeFolders: [String] = []

    init(_ store: RecordingStore, onStep: @escaping @Sendable (Step) throws -> Void) throws {
        self.store = store
        self.onStep = onStep
        madeFolders = try FileSystem.makeFolder(store.folder.path)
        lock = try StoreLock(folder: store.folder.path)
        try onStep(.locked)
        try Self.removeTemporaries(in: store.folder.path)
    }

    deinit {
        for file in staged { unlink(file.temporary) }
        // The lock stands in the folder. Folders that hold something stay.
        lock = nil
        for folder in madeFolders.reversed() { rmdir(folder) }
    }

    /// Redacts a recording and prepares it to become the file at a path.
    ///
    /// - Parameters:
    ///   - recording: the exchanges as they were, secrets included.
    ///   - path: relative to the folder, such as `elements/elements.first hundred.har`.
    ///   - redaction: every secret that is known; cookies in the recording are learned.
    /// - Throws: `StoreError`; of kind `leak` it names the secrets and places that stopped it.
    public func stage(_ recording: Recording, at path: String, redaction: Redaction) throws -> Outcome {
        let learned = redaction.learning(from: recording.entries)
        let redacted = learned.redacted(recording)
        return try mutex.withLock {
            let target = try store.location(of: path)
            let old = try existing(path, target)
            if let old, redacted.isEquivalent(to: old) { return .unchanged }
            let folder = (target as NSString).deletingLastPathComponent
            madeFolders += try FileSystem.makeFolder(folder)
            try requireInside(folder, path)
            let name = (target as NSString).lastPathComponent
            let temporary = "\(folder)/.\(name).\(getpid())-\(staged.count)\(Self.suffix)"
            do {
                try FileSystem.create(temporary, redacted.serialized()) { try onStep(.created) }
                try onStep(.written)
                let leaks = learned.leaks(in: try FileSystem.read(temporary))
                guard leaks.isEmpty else {
                    throw StoreError(
                        kind: .leak(leaks),
                        message: "Nothing was written to \(target), because it would hold a secret: "
                            + leaks.map(\.description).joined(separator: "; ") + ".")
                }
                try onStep(.scanned)
            } catch {
                // A file that is not whole, or holds a secret, must be out of reach of `commit`.
                unlink(temporary)
                throw error
            }
            staged.append(Staged(temporary: temporary, target: target))
            return old == nil ? .new : .changed
        }
    }

    /// Gives every staged file its name, then makes that last.
    public func commit() throws {
        try mutex.withLock {
            try onStep(.committing)
            var folders: Set<String> = [store.folder.path]
            while let file = staged.first {
                try FileSystem.rename(file.temporary, to: file.target)
                staged.removeFirst()
                folders.insert((file.target as NSString).deletingLastPathComponent)
                try onStep(.renamed)
            }
            for folder in folders { try FileSystem.syncFolder(folder) }
            try onStep(.folderSynced)
        }
    }

    /// What is at the target; a file that is no recording is replaced as if it differed.
    private func existing(_ path: String, _ target: String) throws -> Recording? {
        do {
            return try store.load(path)
        } catch let error as StoreError where error.kind == .missing {
            return nil
        } catch is RecordingError {
            return Recording(creator: Recording.Creator(name: "", version: ""))
        }
    }

    private func requireInside(_ folder: String, _ path: String) throws {
        guard let resolved = FileSystem.resolved(folder), let root = FileSystem.resolved(store.folder.path),
            resolved == root || resolved.hasPrefix(root + "/")
        else { throw store.escape(path) }
    }

    private static let suffix = ".recording-tmp"

    private static func removeTemporaries(in folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(suffix) {
            guard unlink(folder + "/" + path) == 0 || errno == ENOENT else {
                throw StoreError.system("remove", folder + "/" + path)
            }
        }
    }
}
