import Foundation

/// A folder of recordings.
public struct RecordingStore: Sendable {
    /// The folder.
    public let folder: URL
    let files: any FileSystem

    /// Names a folder, which need not exist before something is written.
    public init(folder: URL) { self.init(folder: folder, files: SystemFiles()) }

    package init(folder: URL, files: any FileSystem) {
        self.folder = folder
        self.files = files
    }

    /// The recordings in the folder, as paths relative to it, sorted.
    public func paths() throws -> [String] {
        guard SystemFiles.resolved(folder.path) != nil else { throw StoreError.system("open", folder.path) }
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return all.filter { $0.hasSuffix(".har") && !($0.split(separator: "/").last?.hasPrefix(".") ?? true) }.sorted()
    }

    /// Returns whether there is a file at a path.
    public func contains(_ path: String) throws -> Bool {
        FileManager.default.fileExists(atPath: try location(of: path))
    }

    /// Reads the recording at a path relative to the folder.
    ///
    /// - Throws: `StoreError` where there is none or it cannot be read, `RecordingError` where it is no HAR.
    public func load(_ path: String) throws -> Recording {
        let location = try location(of: path)
        if let resolved = SystemFiles.resolved(location), let root = SystemFiles.resolved(folder.path),
            !resolved.hasPrefix(root + "/")
        {
            throw escape(path)
        }
        return try Recording(parsing: try files.read(location), file: location)
    }

    /// Begins to write: takes the folder's lock and removes what a run that was killed left behind.
    ///
    /// - Throws: `StoreError`; of kind `locked` it says who holds the lock.
    public func begin() throws -> RecordingTransaction { try RecordingTransaction(self) }

    /// What writing a recording would do to the file at a path.
    package func outcome(
        of recording: RedactedRecording, at path: String
    ) throws -> RecordingTransaction.Outcome {
        do {
            let old = try load(path)
            return recording.recording.isEquivalent(to: old) ? .unchanged : .changed(from: old)
        } catch let error as StoreError where error.kind == .missing {
            return .new
        } catch is RecordingError {
            return .changed(from: nil)
        }
    }

    /// The file of a path, which must stay inside the folder.
    func location(of path: String) throws -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.isEmpty, !path.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw escape(path)
        }
        return folder.path + "/" + path
    }

    func escape(_ path: String) -> StoreError {
        StoreError(kind: .escapes, message: "'\(path)' leads out of the recordings in \(folder.path).")
    }
}

/// Writes recordings so that a kill at any moment leaves every file old or new, and whole.
///
/// Each recording is written to a temporary file beside its target, flushed and searched for secrets; only `commit` gives
/// the files their names. A transaction that is dropped without it leaves everything as it was.
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

    init(_ store: RecordingStore) throws {
        self.store = store
        files = AtomicFiles(store.files)
        try files.makeFolder(store.folder.path)
        lock = try StoreLock(folder: store.folder.path)
        for path in try FileManager.default.subpathsOfDirectory(atPath: store.folder.path)
        where path.hasSuffix(Self.suffix) {
            try store.files.remove(store.folder.path + "/" + path)
        }
    }

    deinit {
        // The lock stands in the folder, which could not be removed with it.
        lock = nil
        files.discard()
    }

    /// Prepares a recording to become the file at a path.
    ///
    /// - Parameters:
    ///   - recording: what redaction made of the exchanges.
    ///   - path: relative to the folder, such as `elements/elements.first hundred.har`.
    /// - Throws: `StoreError`; of kind `leak` it names the secrets and places that stopped it.
    public func stage(_ recording: RedactedRecording, at path: String) throws -> Outcome {
        try mutex.withLock {
            let outcome = try store.outcome(of: recording, at: path)
            if case .unchanged = outcome { return outcome }
            let target = try store.location(of: path)
            let folder = (target as NSString).deletingLastPathComponent
            try files.makeFolder(folder)
            try requireInside(folder, path)
            let name = (target as NSString).lastPathComponent
            let temporary = "\(folder)/.\(name).\(getpid())-\(files.count)\(Self.suffix)"
            try files.stage(recording.recording.serialized(), at: target, through: temporary) { written in
                let leaks = recording.redaction.leaks(in: written)
                guard leaks.isEmpty else {
                    throw StoreError(
                        kind: .leak(leaks),
                        message: "Nothing was written to \(target), because it would hold a secret: "
                            + leaks.map(\.description).joined(separator: "; ") + ".")
                }
            }
            return outcome
        }
    }

    /// Gives every staged file its name, then makes that last.
    public func commit() throws {
        try mutex.withLock { try files.commit(flushing: [store.folder.path]) }
    }

    private func requireInside(_ folder: String, _ path: String) throws {
        guard let resolved = SystemFiles.resolved(folder), let root = SystemFiles.resolved(store.folder.path),
            resolved == root || resolved.hasPrefix(root + "/")
        else { throw store.escape(path) }
    }

    private static let suffix = ".recording-tmp"
}
