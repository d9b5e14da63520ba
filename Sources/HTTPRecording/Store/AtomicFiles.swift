import ContractFormat
import Foundation
import JSONSchema

/// Files that get their names all at once: each is written beside its place and flushed, and only `commit` renames
/// them.
///
/// Whatever fails, the folders and files are as they were before.
struct AtomicFiles {
    private var staged: [(temporary: String, target: String)] = []
    private var madeFolders: [String] = []

    /// Writes a file's new content beside it.
    mutating func stage(_ bytes: [UInt8], at file: URL) throws {
        let folder = file.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(
            ".\(file.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)-tmp"
        ).path
        do {
            try makeFolder(folder)
            try Data(bytes).write(to: URL(fileURLWithPath: temporary), options: .withoutOverwriting)
            staged.append((temporary, file.path))
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: temporary))
            defer { handle.closeFile() }
            try handle.synchronize()
        } catch {
            undo()
            throw AuthoringError("cannot write \(SourceFile.displayPath(of: file)): \(ContractLoader.reason(error))")
        }
    }

    /// Gives every file its name.
    mutating func commit() throws {
        while let file = staged.first {
            guard rename(file.temporary, file.target) == 0 else {
                let reason = String(cString: strerror(errno))
                undo()
                throw AuthoringError("cannot write \(file.target): \(reason)")
            }
            staged.removeFirst()
        }
        madeFolders = []
    }

    private mutating func makeFolder(_ folder: URL) throws {
        var missing: [URL] = []
        var place = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            missing.append(place)
            place.deleteLastPathComponent()
        }
        for folder in missing.reversed() {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            madeFolders.append(folder.path)
        }
    }

    private mutating func undo() {
        for file in staged { unlink(file.temporary) }
        for folder in madeFolders.reversed() { rmdir(folder) }
        (staged, madeFolders) = ([], [])
    }
}
