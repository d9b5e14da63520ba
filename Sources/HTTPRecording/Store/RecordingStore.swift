import Foundation
import JSONValues

/// A folder of recordings.
public struct RecordingStore: Sendable {
    /// The folder.
    public let folder: URL
    let files: any FileSystem
    /// The date before which unchanged recordings are rewritten; `nil` keeps them at any age.
    private let refreshingBefore: Date?

    /// Creates a store. The folder need not exist until the first write.
    public init(folder: URL) { self.init(folder: folder, files: SystemFiles()) }

    package init(folder: URL, files: any FileSystem = SystemFiles(), refreshingBefore: Date? = nil) {
        self.folder = folder
        self.files = files
        self.refreshingBefore = refreshingBefore
    }

    var pending: CommitJournal { CommitJournal.load(from: folder) }

    /// Reads the recording at a path relative to the folder.
    ///
    /// - Throws: `StoreError` if the file is missing or unreadable, `RecordingError` if it is not a HAR.
    public func load(_ path: String) throws -> Recording {
        let location = try location(of: path)
        let pending = pending
        return try Recording(
            parsing: pending.read(path, in: folder, files), file: location,
            readBodyFile: pending.bodyFileReader(of: path, in: folder))
    }

    /// Begins a transaction: takes the folder's lock and cleans up after a killed run.
    ///
    /// - Throws: `StoreError`, with the holder's name if its kind is `locked`.
    public func begin() throws -> RecordingTransaction { try RecordingTransaction(self) }

    package func outcome(of recording: RedactedRecording, at path: String) throws -> RecordingTransaction.Outcome {
        do {
            let old = try load(path)
            return !isStale(old) && recording.recording.isEquivalent(to: old) ? .unchanged : .changed(from: old)
        } catch let error as StoreError where error.kind == .missing {
            return .new
        } catch is RecordingError {
            return .changed(from: nil)
        }
    }

    fileprivate func isStale(_ old: Recording) -> Bool {
        guard let refreshingBefore else { return false }
        return old.recordingTime.map { $0.moment.secondsSince1970 < refreshingBefore.timeIntervalSince1970 } ?? true
    }

    func location(of path: String) throws -> String {
        guard CommitJournal.isInside(path) else { throw StoreError.escapes(path, from: folder) }
        return folder.path + "/" + path
    }
}

/// A transaction that writes several recordings atomically.
///
/// A crash at any moment leaves every file complete; after the next start, all files are old or all are new. Each
/// recording is written to a temporary file beside its target, flushed and searched for secrets. `commit` renames the
/// files, with a journal if there are several. A transaction without `commit` leaves everything unchanged.
public final class RecordingTransaction: @unchecked Sendable {
    /// The effect of a staged recording on its file.
    public enum Outcome: Sendable {
        /// The file does not exist yet.
        case new
        /// The content changes from this recording; `nil` if the file is not a recording.
        indirect case changed(from: Recording?)
        /// Only dates, timings and request ids would change, so nothing is written.
        case unchanged
    }

    // Unchecked `Sendable`: `mutex` guards all mutable state.
    private let store: RecordingStore
    private let mutex = NSLock()
    private var lock: StoreLock?
    private var files: AtomicFiles
    /// Body files that no recording uses any more.
    private var obsolete: [String] = []
    /// Whether the process is about to end, so that no more writes may start.
    private var isAbandoned = false

    /// The open transactions of this process, for its shutdown.
    private static let openTransactions = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])

    init(_ store: RecordingStore) throws {
        self.store = store
        files = AtomicFiles(store.files)
        try files.makeFolder(store.folder.path)
        let folder = store.folder.path
        lock = try StoreLock(path: folder + "/.lock", activity: "writing recordings in \(folder)")
        Self.openTransactions.withLock { all in all[ObjectIdentifier(self)] = { [weak self] in self?.abandon() } }
        if let journal = try CommitJournal(folder: store.folder.path, store.files) {
            try journal.finish(in: store.folder.path, store.files) { try requireInside($0, $0) }
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: store.folder.path)
        where path.hasSuffix(Self.suffix) { try store.files.remove(store.folder.path + "/" + path) }
    }

    deinit {
        Self.openTransactions.withLock { all in all[ObjectIdentifier(self)] = nil }
        // The lock's file must be removed before its folder.
        lock = nil
        files.discard()
    }

    /// Discards every uncommitted transaction before a signal ends the process. A running commit completes first.
    package static func abandonAll() {
        for abandon in openTransactions.withLock({ Array($0.values) }) { abandon() }
    }

    private func abandon() {
        mutex.withLock {
            isAbandoned = true
            lock = nil
            files.discard()
        }
    }

    private func requireUse() throws {
        guard isAbandoned else { return }
        throw StoreError(
            kind: .locked, message: "The recordings were not written, because the process is about to exit.")
    }

    /// Stages a recording for a path relative to the folder.
    ///
    /// - Throws: `StoreError`, with the secrets and their locations if its kind is `leak`.
    public func stage(_ recording: RedactedRecording, at path: String) throws -> Outcome {
        try stage(recording, store.outcome(of: recording, at: path), at: path)
    }

    @discardableResult
    package func stage(_ recording: RedactedRecording, _ outcome: Outcome, at path: String) throws -> Outcome {
        try mutex.withLock {
            try requireUse()
            if case .unchanged = outcome { return outcome }
            let target = try store.location(of: path)
            let folder = (target as NSString).deletingLastPathComponent
            try files.makeFolder(folder)
            try requireInside(folder, path)
            var (written, oldFiles) = (recording.recording, [String]())
            if case .changed(from: let old?) = outcome {
                if !store.isStale(old) { written = written.preservingVolatileDetails(of: old) }
                oldFiles = Array(old.bodyFiles.values)
            }
            func check(_ bytes: [UInt8]) throws {
                let leaks = recording.redaction.leaks(in: bytes)
                guard leaks.isEmpty else {
                    throw StoreError(
                        kind: .leak(leaks),
                        message: "Nothing was written to \(target), because it would contain a secret: "
                            + leaks.map(\.description).joined(separator: "; ") + ".")
                }
            }
            let parts = written.files(named: (target as NSString).lastPathComponent)
            if parts.count > 1 { try check(written.serialized()) }
            let before = files.count
            do {
                for (name, bytes) in parts {
                    let path = folder + "/" + name
                    if parts.count > 1, case .changed = outcome, try isWritten(bytes, at: path) { continue }
                    let temporary = "\(folder)/.\(name).\(getpid())-\(files.count)\(Self.suffix)"
                    try files.stage(bytes, at: path, through: temporary, check: check)
                }
            } catch {
                // If one part is rejected, no part of the recording is committed.
                files.unstage(downTo: before)
                throw error
            }
            let names = Set(parts.map(\.name))
            // A copied or edited HAR may name a file of another recording.
            obsolete += oldFiles.filter { !names.contains($0) && Recording.isBodyFile($0, named: parts[0].name) }
                .map { folder + "/" + $0 }
            return outcome
        }
    }

    private func isWritten(_ bytes: [UInt8], at path: String) throws -> Bool {
        do { return try store.files.read(path) == bytes } catch let error as StoreError where error.kind == .missing {
            return false
        }
    }

    package func remove(_ path: String) throws {
        try mutex.withLock {
            try requireUse()
            let target = try store.location(of: path)
            let folder = (target as NSString).deletingLastPathComponent
            try requireInside(folder, path)
            try store.files.remove(target)
            try store.files.syncFolder(folder)
        }
    }

    /// Renames every staged file and makes the result durable.
    public func commit() throws {
        try mutex.withLock {
            try requireUse()
            try files.commit(journaledIn: store.folder.path, flushing: [store.folder.path])
            // No recording refers to these files any more. 'lint' reports any that a killed run leaves behind.
            for path in obsolete { try store.files.remove(path) }
            obsolete = []
        }
    }

    private func requireInside(_ folder: String, _ path: String) throws {
        if SystemFiles.isInside(folder, of: store.folder.path, orEqual: true) != true {
            throw StoreError.escapes(path, from: store.folder)
        }
    }

    static let suffix = ".recording-tmp"
}

/// The reason why recordings could not be read or written.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the failure.
    public enum Kind: Sendable, Hashable {
        /// The path leads out of the folder of recordings.
        case escapes
        /// The file does not exist.
        case missing
        /// Another run holds the lock.
        case locked
        /// The file is not regular: a link that must not be followed, a pipe or a device.
        case irregular
        /// The journal of a commit is invalid.
        case journal
        /// A secret would have been written.
        case leak([Leak])
        /// The operating system reported this error number.
        case system(Int32)
    }

    /// The kind of the failure.
    public let kind: Kind
    /// The event, the file and the remedy.
    public let message: String

    /// The message.
    public var description: String { message }

    static func escapes(_ path: String, from folder: URL) -> StoreError {
        StoreError(kind: .escapes, message: "'\(path)' leads out of the recordings in \(folder.path).")
    }

    package static func irregular(_ action: String, _ path: String, _ kind: String) -> StoreError {
        StoreError(
            kind: .irregular, message: "Cannot \(action) \(path): it is \(kind), not a regular file.")
    }

    package static func system(_ action: String, _ path: String, _ code: Int32 = errno) -> StoreError {
        let remedy =
            switch code {
            case ENOSPC, EDQUOT: " Make room on the disk; the existing files are unchanged."
            case EACCES, EPERM, EROFS: " Make the folder writable; the existing files are unchanged."
            default: ""
            }
        return StoreError(
            kind: code == ENOENT ? .missing : .system(code),
            message: "Cannot \(action) \(path): \(String(cString: strerror(code))).\(remedy)")
    }
}
