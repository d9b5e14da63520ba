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

    /// Whether there is a file at a path.
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
