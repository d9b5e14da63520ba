import Foundation
import JSONValues

/// A folder of recordings.
public struct RecordingStore: Sendable {
    /// The folder.
    public let folder: URL
    let files: any FileSystem
    /// Recordings made before this moment are written anew though nothing changed in them; `nil` leaves them at any age.
    private let refreshingBefore: Date?

    /// Names a folder, which need not exist before something is written.
    public init(folder: URL) { self.init(folder: folder, files: SystemFiles()) }

    package init(folder: URL, files: any FileSystem = SystemFiles(), refreshingBefore: Date? = nil) {
        self.folder = folder
        self.files = files
        self.refreshingBefore = refreshingBefore
    }

    /// The recordings in the folder, as paths relative to it, sorted.
    public func paths() throws -> [String] {
        guard SystemFiles.resolved(folder.path) != nil else { throw StoreError.system("open", folder.path) }
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let files = all.filter { $0.hasSuffix(".har") && !($0.split(separator: "/").last?.hasPrefix(".") ?? true) }
        return pending.targets.union(files).sorted()
    }

    /// Returns whether there is a file at a path.
    public func contains(_ path: String) throws -> Bool {
        try FileManager.default.fileExists(atPath: location(of: path)) || pending.targets.contains(path)
    }

    /// The rest of a commit that was killed.
    private var pending: PendingCommit { PendingCommit.found(in: folder) }

    /// Reads the recording at a path relative to the folder.
    ///
    /// - Throws: `StoreError` where there is none or it cannot be read, `RecordingError` where it is no HAR.
    public func load(_ path: String) throws -> Recording {
        let location = try location(of: path)
        if SystemFiles.isInside(location, of: folder.path) == false { throw escape(path) }
        let pending = pending
        return try Recording(
            parsing: pending.read(path, in: folder, files), file: location,
            companion: pending.companions(of: path, in: folder))
    }

    /// Begins to write: takes the folder's lock and removes what a run that was killed left behind.
    ///
    /// - Throws: `StoreError`; of kind `locked` it says who holds the lock.
    public func begin() throws -> RecordingTransaction { try RecordingTransaction(self) }

    /// The effect of writing a recording to a path.
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

    /// Returns whether a recording is so old that its date is to be written anew.
    fileprivate func isStale(_ old: Recording) -> Bool {
        guard let refreshingBefore else { return false }
        return old.made.map { $0.moment.secondsSince1970 < refreshingBefore.timeIntervalSince1970 } ?? true
    }

    /// The file of a path, which must stay inside the folder.
    func location(of path: String) throws -> String {
        guard CommitJournal.isInside(path) else { throw escape(path) }
        return folder.path + "/" + path
    }

    func escape(_ path: String) -> StoreError { .escapes(path, from: folder) }
}

/// Writes recordings so that a kill at any moment leaves every file whole, and all of them old or, after the next start, all
/// of them new.
///
/// Each recording is written to a temporary file beside its target, flushed and searched for secrets; only `commit` gives
/// the files their names, by a journal where there are several. A transaction that is dropped without it leaves everything
/// as it was.
public final class RecordingTransaction: @unchecked Sendable {
    /// The effect of staging a recording on its file.
    public enum Outcome: Sendable {
        /// There is no file yet.
        case new
        /// The file's content changes from this recording; `nil` where the file holds none.
        case changed(from: Recording?)
        /// Nothing but dates, timings and request ids would change, so nothing is written.
        case unchanged
    }

    // Unchecked `Sendable`: everything mutable is touched under `mutex` only.
    private let store: RecordingStore
    private let mutex = NSLock()
    private var lock: StoreLock?
    private var files: AtomicFiles
    /// Files of bodies that are in the HAR again, or gone.
    private var obsolete: [String] = []
    /// Whether the process is about to end, so that nothing more is written.
    private var isAbandoned = false

    /// The transactions of this process, for whoever ends it.
    private static let underWay = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])

    init(_ store: RecordingStore) throws {
        self.store = store
        files = AtomicFiles(store.files)
        try files.makeFolder(store.folder.path)
        lock = try StoreLock(folder: store.folder.path)
        Self.underWay.withLock { all in all[ObjectIdentifier(self)] = { [weak self] in self?.abandon() } }
        if let journal = try CommitJournal(folder: store.folder.path, store.files) {
            try journal.finish(in: store.folder.path, store.files) { try requireInside($0, $0) }
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: store.folder.path)
        where path.hasSuffix(Self.suffix) { try store.files.remove(store.folder.path + "/" + path) }
    }

    deinit {
        Self.underWay.withLock { all in all[ObjectIdentifier(self)] = nil }
        // The lock stands in the folder, which could not be removed with it.
        lock = nil
        files.discard()
    }

    /// Drops every transaction of this process that was not committed, for a process that is about to end by a signal. One
    /// that is being committed comes to its end first.
    package static func abandonAll() {
        for abandon in underWay.withLock({ Array($0.values) }) { abandon() }
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
        throw StoreError(kind: .locked, message: "The recordings were given up, as the process is about to end.")
    }

    /// Prepares a recording to become the file at a path.
    ///
    /// - Parameters:
    ///   - recording: the redacted exchanges.
    ///   - path: relative to the folder, such as `elements/elements.first hundred.har`.
    /// - Throws: `StoreError`; of kind `leak` it names the secrets and places that stopped it.
    public func stage(_ recording: RedactedRecording, at path: String) throws -> Outcome {
        try stage(recording, store.outcome(of: recording, at: path), at: path)
    }

    /// Prepares a recording whose effect on its file is known.
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
                if !store.isStale(old) { written = written.keepingTimes(of: old) }
                oldFiles = Array(old.bodyFiles.values)
            }
            func check(_ bytes: [UInt8]) throws {
                let leaks = recording.redaction.leaks(in: bytes)
                guard leaks.isEmpty else {
                    throw StoreError(
                        kind: .leak(leaks),
                        message: "Nothing was written to \(target), because it would hold a secret: "
                            + leaks.map(\.description).joined(separator: "; ") + ".")
                }
            }
            let parts = written.files(named: (target as NSString).lastPathComponent)
            // The parts together are searched as a whole, too.
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
                // A recording of which a part is refused has none of its parts committed.
                files.unstage(downTo: before)
                throw error
            }
            let names = Set(parts.map(\.name))
            obsolete += oldFiles.filter { !names.contains($0) }.map { folder + "/" + $0 }
            return outcome
        }
    }

    private func isWritten(_ bytes: [UInt8], at path: String) throws -> Bool {
        do { return try store.files.read(path) == bytes } catch let error as StoreError where error.kind == .missing {
            return false
        }
    }

    /// Removes the recording at a path relative to the folder, at once and for good.
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

    /// Gives every staged file its name, then makes that last.
    public func commit() throws {
        try mutex.withLock {
            try requireUse()
            try files.commit(journaledIn: store.folder.path, flushing: [store.folder.path])
            // Nothing refers to them any more; 'lint' reports one that a kill leaves behind.
            for path in obsolete { try store.files.remove(path) }
            obsolete = []
        }
    }

    private func requireInside(_ folder: String, _ path: String) throws {
        guard let resolved = SystemFiles.resolved(folder), let root = SystemFiles.resolved(store.folder.path),
            resolved == root || resolved.hasPrefix(root + "/")
        else { throw store.escape(path) }
    }

    static let suffix = ".recording-tmp"
}
