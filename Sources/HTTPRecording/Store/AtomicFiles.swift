import Foundation

/// Files that get their names all at once: each is written beside its place and flushed, and `commit` renames them.
///
/// A kill at any moment leaves every file whole, old or new. With a journal all of them are old or all new after the next
/// start. `discard` leaves folders and files as they were.
package struct AtomicFiles {
    private let files: any FileSystem
    private var staged: [(temporary: String, target: String)] = []
    private var madeFolders: [String] = []

    package init(_ files: any FileSystem = SystemFiles()) { self.files = files }

    /// Writes one file, whole or not at all.
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

    /// The number of files that wait for their names.
    package var count: Int { staged.count }

    /// Makes a folder and those above it, where they are missing.
    package mutating func makeFolder(_ path: String) throws { madeFolders += try files.makeFolder(path) }

    /// Writes a file's new content under a name that nothing else has.
    ///
    /// - Parameters:
    ///   - temporary: a path in the folder of the file, so that a rename is all that is left to do.
    ///   - check: looks at what stands on the disk, and throws where it may not get its name.
    package mutating func stage(
        _ bytes: [UInt8], at path: String, through temporary: String, check: (([UInt8]) throws -> Void)? = nil
    ) throws {
        do {
            try files.create(temporary, bytes)
            if let check { try check(try files.read(temporary)) }
        } catch {
            // A file that is not whole, or was refused, must be out of reach of `commit`.
            unlink(temporary)
            throw error
        }
        staged.append((temporary, path))
    }

    /// Writes a file's new content, and makes its folder where that is missing. Who may read the file stays as it was.
    package mutating func stage(_ bytes: [UInt8], at path: String) throws {
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        try makeFolder(folder)
        let temporary = "\(folder)/.\(name).\(getpid())-tmp"
        try stage(bytes, at: path, through: temporary)
        var status = stat()
        if stat(path, &status) == 0 { chmod(temporary, status.st_mode & 0o777) }
    }

    /// Gives every file its name, then flushes the folders that hold them, and those that are named besides.
    ///
    /// - Parameter journal: the folder in which a journal of the commit stands while it lasts, where there are several
    ///   files; without it each file is old or new by itself.
    package mutating func commit(journaledIn journal: String? = nil, flushing others: Set<String> = []) throws {
        let folders = others.union(staged.map { ($0.target as NSString).deletingLastPathComponent })
        let isJournaled = journal != nil && staged.count > 1
        if let journal, isJournaled {
            // The files must be there for sure before the journal promises them.
            for folder in folders.sorted() { try files.syncFolder(folder) }
            try writeJournal(in: journal)
        }
        var isFirst = true
        while let file = staged.first {
            do { try files.rename(file.temporary, to: file.target) } catch {
                if let journal, isJournaled {
                    if isFirst {
                        try files.remove(journal + "/" + CommitJournal.name)
                    } else {
                        // The rest waits for the next run: taking it away would leave some files old for good.
                        staged = []
                    }
                }
                throw error
            }
            isFirst = false
            staged.removeFirst()
        }
        for folder in folders.sorted() { try files.syncFolder(folder) }
        if let journal, isJournaled {
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

    /// Removes staged files, except for the first `count`.
    package mutating func unstage(downTo count: Int) {
        for file in staged.dropFirst(count) { unlink(file.temporary) }
        staged = Array(staged.prefix(count))
    }

    /// Removes what waits for its name, and the folders that were made and hold nothing.
    package mutating func discard() {
        for file in staged { unlink(file.temporary) }
        for folder in madeFolders.reversed() { rmdir(folder) }
        (staged, madeFolders) = ([], [])
    }
}
