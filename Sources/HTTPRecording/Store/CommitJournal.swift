import Foundation
import JSONValues

/// The list of files that a commit renames, stored beside the recordings until the commit is complete.
///
/// Before the journal exists, every file has its old content; afterwards every file gets the new one. A killed run
/// leaves the journal behind. The next run that writes completes the renames; a run that only reads uses the staged
/// files.
package struct CommitJournal: Sendable {
    /// A staged file. Both paths are relative to the folder.
    struct StagedFile: Sendable, Hashable {
        let temporary: String
        let target: String
    }

    let entries: [StagedFile]

    static let name = ".commit.json"

    init(_ entries: [StagedFile]) { self.entries = entries }

    /// Reads the journal of a folder; `nil` if there is none.
    ///
    /// - Throws: `StoreError` if the file is not a journal, because a foreign folder may hold any file of that name.
    init?(folder: String, _ files: any FileSystem) throws {
        let path = folder + "/" + Self.name
        let bytes: [UInt8]
        do { bytes = try files.read(path) } catch let error as StoreError where error.kind == .missing { return nil }
        func damaged() -> StoreError {
            StoreError(
                kind: .journal,
                message: "\(path) is no valid commit journal. Remove it, and check the files beside it.")
        }
        guard !SystemFiles.isLink(path), let json = JSON(ifValid: bytes), let list = json["files"]?.arrayValue
        else { throw damaged() }
        entries = try list.map { file in
            guard let temporary = file["from"]?.stringValue, let target = file["to"]?.stringValue,
                Self.isInside(temporary), Self.isInside(target), temporary.hasSuffix(RecordingTransaction.suffix),
                ([".har"] + Recording.bodySuffixes).contains(where: target.hasSuffix)
            else { throw damaged() }
            for named in [temporary, (target as NSString).deletingLastPathComponent] {
                guard let link = Self.link(on: named, in: folder) else { continue }
                throw StoreError(
                    kind: .journal,
                    message: "\(path) names '\(named)', but \(link) is a symbolic link, which no commit makes. "
                        + "Remove \(path), and check the files beside it.")
            }
            return StagedFile(temporary: temporary, target: target)
        }
    }

    /// Returns whether a relative path stays inside its folder.
    static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.isEmpty && !path.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    private static func link(on path: String, in folder: String) -> String? {
        var place = folder
        for part in path.split(separator: "/") {
            place += "/" + part
            if SystemFiles.isLink(place) { return place }
        }
        return nil
    }

    var bytes: [UInt8] {
        let list = entries.map { JSON.object(["from": .string($0.temporary), "to": .string($0.target)]) }
        return Array(JSON.object(["files": .array(list)]).text(.pretty).utf8) + [UInt8(ascii: "\n")]
    }

    /// Renames the files that are still staged. The caller must hold the folder's lock.
    func finish(in folder: String, _ files: any FileSystem, isInside: (String) throws -> Void) throws {
        for entry in entries {
            let target = folder + "/" + entry.target
            try isInside((target as NSString).deletingLastPathComponent)
            // A missing file has already been renamed.
            do { try files.rename(folder + "/" + entry.temporary, to: target) } catch let error as StoreError
                where error.kind == .missing
            { continue }
        }
        for path in Set(entries.map { (folder + "/" + $0.target as NSString).deletingLastPathComponent }).sorted() {
            do { try files.syncFolder(path) } catch let error as StoreError where error.kind == .missing { continue }
        }
        try files.remove(folder + "/" + Self.name)
        try files.syncFolder(folder)
    }
}

extension CommitJournal {
    /// The paths of the recordings, without their body files.
    package var recordings: Set<String> { Set(entries.map(\.target).filter { $0.hasSuffix(".har") }) }

    /// Completes a killed commit if possible, and returns the rest. A read-only folder or a concurrent writer prevents
    /// completion.
    package static func completing(in folder: URL) -> CommitJournal {
        do {
            // 'begin' completes the commit.
            if try CommitJournal(folder: folder.path, SystemFiles()) != nil {
                _ = try RecordingStore(folder: folder).begin()
            }
        } catch {
            // Readers use the staged files. The next run that writes reports the error.
        }
        return load(from: folder)
    }

    static func load(from folder: URL) -> CommitJournal {
        do { return try CommitJournal(folder: folder.path, SystemFiles()) ?? CommitJournal([]) } catch {
            return CommitJournal([])  // A run that writes reports the invalid journal.
        }
    }

    package func bodyFileReader(of file: String, in folder: URL) -> (String) throws -> [UInt8] {
        let parent = (file as NSString).deletingLastPathComponent
        return { name in try read(parent.isEmpty ? name : parent + "/" + name, in: folder) }
    }

    private func temporary(of file: String) -> String? { entries.last { $0.target == file }?.temporary }

    /// Reads a file by its final name, even if it still has its temporary name.
    ///
    /// - Throws: a `StoreError`, also for a file outside the folder: a link in its path may lead to someone else's file.
    package func read(_ file: String, in folder: URL, _ files: any FileSystem = SystemFiles()) throws -> [UInt8] {
        func read(_ name: String) throws -> [UInt8] {
            let path = folder.path + "/" + name
            if SystemFiles.isInside(path, of: folder.path) == false { throw StoreError.escapes(name, from: folder) }
            return try files.read(path)
        }
        if let temporary = temporary(of: file) {
            do { return try read(temporary) } catch let error as StoreError
                where error.kind == .missing
            {
                // Another run has renamed the file in the meantime.
            }
        }
        return try read(file)
    }
}
