import Foundation
import JSONValues

/// The list of files that a commit renames, stored beside the recordings until it is done.
///
/// Before the journal has its name every file has the old content; after that every file will have the new one. A killed run
/// leaves the journal. The next run that writes finishes the renames; a run that only reads takes the staged files.
struct CommitJournal: Sendable {
    /// A file of a commit; both paths are relative to the folder.
    struct StagedFile: Sendable, Hashable {
        let temporary: String
        let target: String
    }

    let entries: [StagedFile]

    static let name = ".commit.json"

    init(_ entries: [StagedFile]) { self.entries = entries }

    /// Reads the journal of a folder; `nil` where there is none.
    ///
    /// - Throws: `StoreError`, where it is no journal: a folder of others may hold anything under that name.
    init?(folder: String, _ files: any FileSystem) throws {
        let path = folder + "/" + Self.name
        let bytes: [UInt8]
        do { bytes = try files.read(path) } catch let error as StoreError where error.kind == .missing { return nil }
        func damaged() -> StoreError {
            StoreError(
                kind: .journal,
                message: "\(path) is no journal of a commit. Remove it, and look at what changed beside it.")
        }
        guard !SystemFiles.isLink(path), let json = try? JSON(parsing: bytes), let list = json["files"]?.arrayValue
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
                        + "Remove \(path), and look at what changed beside it.")
            }
            return StagedFile(temporary: temporary, target: target)
        }
    }

    /// Returns whether a path relative to a folder leads nowhere else.
    static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.isEmpty && !path.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// The first symbolic link on a path that is relative to a folder; `nil` where there is none.
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

    /// Gives every file that still waits its name. To be called by whoever holds the lock of the folder.
    func finish(in folder: String, _ files: any FileSystem, isInside: (String) throws -> Void) throws {
        for entry in entries {
            let target = folder + "/" + entry.target
            try isInside((target as NSString).deletingLastPathComponent)
            // A missing file was renamed before.
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

/// The recordings of a commit that was killed and that still wait for their names, for whoever reads.
package struct PendingCommit: Sendable {
    private let temporaries: [String: String]

    /// The files that the commit names, relative to the folder.
    package var targets: Set<String> { Set(temporaries.keys) }

    private init(_ entries: [CommitJournal.StagedFile]) {
        temporaries = Dictionary(entries.map { ($0.target, $0.temporary) }) { $1 }
    }

    /// Ends a commit that was killed, where that can be done, and returns what cannot: in a folder that may not be written
    /// to, or while another run writes.
    package static func settled(in folder: URL) -> PendingCommit {
        let files = SystemFiles()
        let path = folder.path
        do {
            guard try CommitJournal(folder: path, files) != nil else { return PendingCommit([]) }
            // Beginning ends it.
            _ = try RecordingStore(folder: folder).begin()
        } catch {
            // The files are read as they stand in the journal; a run that writes reports what is wrong.
        }
        return found(in: folder)
    }

    /// The commit that a folder's journal lists.
    static func found(in folder: URL) -> PendingCommit {
        do { return PendingCommit(try CommitJournal(folder: folder.path, SystemFiles())?.entries ?? []) } catch {
            return PendingCommit([])  // A run that writes reports the invalid journal.
        }
    }

    /// Reads the files beside a recording, by their names.
    package func companions(of file: String, in folder: URL) -> (String) throws -> [UInt8] {
        let parent = (file as NSString).deletingLastPathComponent
        return { name in
            let path = parent.isEmpty ? name : parent + "/" + name
            if SystemFiles.isInside(folder.path + "/" + path, of: folder.path) == false {
                throw StoreError.escapes(path, from: folder)
            }
            if temporaries[path] == nil { return try SystemFiles.readUnlinked(folder.path + "/" + path) }
            return try read(path, in: folder)
        }
    }

    /// Reads a file, by the name that it has or is still to get.
    package func read(_ file: String, in folder: URL, _ files: any FileSystem = SystemFiles()) throws -> [UInt8] {
        if let temporary = temporaries[file] {
            do { return try files.read(folder.path + "/" + temporary) } catch let error as StoreError
                where error.kind == .missing
            {
                // Another run has given it its name meanwhile.
            }
        }
        return try files.read(folder.path + "/" + file)
    }
}
