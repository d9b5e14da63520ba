import Foundation

/// A set of files that are written and flushed under temporary names, and renamed together by `commit`.
///
/// A crash at any moment leaves every file complete, old or new. With a journal, after the next start all files are old
/// or all are new. `discard` leaves files and folders as they were.
package struct AtomicFiles {
    private let files: any FileSystem
    private var staged: [(temporary: String, target: String)] = []
    private var madeFolders: [String] = []

    package init(_ files: any FileSystem = SystemFiles()) { self.files = files }

    package static func write(_ bytes: [UInt8], at path: String) throws {
        var files = AtomicFiles()
        do {
            try files.stage(bytes, at: path)
            try files.commit()
        } catch {
            files.discard()
            throw error
        }
    }

    package var count: Int { staged.count }

    package mutating func makeFolder(_ path: String) throws { madeFolders += try files.makeFolder(path) }

    /// - Parameters:
    ///   - temporary: an unused path in the same folder, so that a rename completes the write.
    ///   - check: inspects the written bytes, and throws to reject them.
    package mutating func stage(
        _ bytes: [UInt8], at path: String, through temporary: String, check: (([UInt8]) throws -> Void)? = nil
    ) throws {
        do {
            try files.create(temporary, bytes)
            if let check { try check(try files.read(temporary)) }
        } catch {
            // An incomplete or rejected file must never be committed.
            unlink(temporary)
            throw error
        }
        staged.append((temporary, path))
    }

    /// Writes the new content of a file and creates its folder if missing. The file keeps its permissions.
    package mutating func stage(_ bytes: [UInt8], at path: String) throws {
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        try makeFolder(folder)
        let temporary = "\(folder)/.\(name).\(getpid())-tmp"
        // A killed process of the same id, as in containers, may have left the file.
        unlink(temporary)
        try stage(bytes, at: path, through: temporary)
        var status = stat()
        if stat(path, &status) == 0 { chmod(temporary, status.st_mode & 0o777) }
    }

    /// Renames every staged file, then flushes their folders and the given ones.
    ///
    /// - Parameter journal: the folder that holds a journal during a commit of several files. Without it, each file is
    ///   old or new independently.
    package mutating func commit(journaledIn journal: String? = nil, flushing others: Set<String> = []) throws {
        let folders = others.union(staged.map { ($0.target as NSString).deletingLastPathComponent })
        // A single rename is atomic without a journal.
        let journal = staged.count > 1 ? journal : nil
        if let journal {
            // The staged files must be durable before the journal lists them.
            for folder in folders.sorted() { try files.syncFolder(folder) }
            try writeJournal(in: journal)
        }
        var isFirst = true
        while let file = staged.first {
            do { try files.rename(file.temporary, to: file.target) } catch {
                if let journal {
                    if isFirst {
                        try files.remove(journal + "/" + CommitJournal.name)
                    } else {
                        // The next run completes the commit. Removing the rest would leave some files old for good.
                        staged = []
                    }
                }
                throw error
            }
            isFirst = false
            staged.removeFirst()
        }
        for folder in folders.sorted() { try files.syncFolder(folder) }
        if let journal {
            try files.remove(journal + "/" + CommitJournal.name)
            try files.syncFolder(journal)
        }
    }

    private func writeJournal(in folder: String) throws {
        func relative(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }
        let entries = staged.map {
            CommitJournal.StagedFile(temporary: relative($0.temporary), target: relative($0.target))
        }
        let path = folder + "/" + CommitJournal.name
        let temporary = "\(path).\(getpid())\(RecordingTransaction.suffix)"
        do {
            try files.create(temporary, CommitJournal(entries).bytes)
            try files.rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try files.syncFolder(folder)
    }

    package mutating func unstage(downTo count: Int) {
        for file in staged.dropFirst(count) { unlink(file.temporary) }
        staged = Array(staged.prefix(count))
    }

    package mutating func discard() {
        for file in staged { unlink(file.temporary) }
        for folder in madeFolders.reversed() { rmdir(folder) }
        (staged, madeFolders) = ([], [])
    }
}
