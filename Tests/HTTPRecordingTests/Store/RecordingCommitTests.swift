import Foundation
import JSONSchema
import NotesFixture
import TestSupport
import Testing

@testable import HTTPRecording

/// A commit of many files leaves all of them old or all of them new, whenever it is killed.
@Suite struct RecordingCommitTests {
    private let folder: TemporaryFolder
    private let store: RecordingStore

    init() throws {
        folder = try TemporaryFolder()
        store = RecordingStore(folder: folder.url.appendingPathComponent("Recordings"))
    }

    /// Checks the state of the disk before each of 203 operations, which replace files and add one.
    @Test(arguments: [2, 3, 29]) func leavesOneConsistentSetAtEveryStep(_ count: Int) throws {
        try writeOld(count)
        let files = FilesWithHistory(of: store.folder, in: folder.url.appendingPathComponent("history"))
        try Self.writeMany(count, RecordingStore(folder: store.folder, files: files))
        #expect(files.moments.count == [2: 21, 3: 26, 29: 156][count])
        var seen: [Set<String>] = []
        for moment in files.moments {
            let store = RecordingStore(folder: moment)
            // A reader sees one set, even if files are not renamed yet.
            let answers = try answers(count, in: store)
            // The next start renames all files or none.
            _ = try store.begin()
            #expect(try RecordingStoreTests.files(in: moment).allSatisfy { $0.hasSuffix(".har") && !$0.contains("/.") })
            #expect(try Set(store.paths().map { try Self.answerOnDisk($0, in: moment) }) == answers)
            seen.append(answers)
        }
        // All files are old until the journal exists, and new from then on.
        #expect(seen.first == ["old"] && seen.last == ["new"])
        #expect(zip(seen, seen.dropFirst()).count { $0 != $1 } == 1)
    }

    /// A real SIGKILL at each operation of a commit of two files.
    @Test func survivesAKillAtEveryOperationOfACommit() async throws {
        let probe = DyingFiles()
        try Self.writeMany(2, RecordingStore(folder: folder.url.appendingPathComponent("probe"), files: probe))
        #expect(probe.count == 21)
        for fatal in 10..<21 {
            try writeOld(2)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = store.folder.path as String, fatal = fatal as Int] in
                try RecordingCommitTests.writeMany(
                    2, RecordingStore(folder: URL(fileURLWithPath: path), files: DyingFiles(dyingAt: fatal)))
            }
            let seen = try answers(2, in: store)
            _ = try store.begin()
            #expect(try Set(store.paths().map { try Self.answerOnDisk($0, in: store.folder) }) == seen)
            #expect(
                try RecordingStoreTests.files(in: store.folder).allSatisfy {
                    $0.hasSuffix(".har") && !$0.contains("/.")
                })
            try FileManager.default.removeItem(at: store.folder)
        }
    }

    /// A SIGKILL at each operation while the commit of a killed run is completed.
    @Test func survivesAKillDuringRecovery() async throws {
        for fatal in [2, 3, 6] {
            try writeOld(3)
            // The journal and the first file are already renamed.
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.folder.path as String] in
                try RecordingCommitTests.writeMany(
                    3, RecordingStore(folder: URL(fileURLWithPath: path), files: DyingFiles(dyingAt: 20)))
            }
            #expect(try answers(3, in: store) == ["new"])
            let halves = try ["s/1.har", "s/2.har"].map { try Self.answerOnDisk($0, in: store.folder) }
            #expect(halves == ["new", "old"])
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = store.folder.path as String, fatal = fatal as Int] in
                _ = try RecordingStore(folder: URL(fileURLWithPath: path), files: DyingFiles(dyingAt: fatal)).begin()
                // A recovery with fewer operations finishes and ends here.
                kill(getpid(), SIGKILL)
            }
            #expect(try answers(3, in: store) == ["new"])
            _ = try store.begin()
            #expect(try RecordingStoreTests.files(in: store.folder) == ["s/1.har", "s/2.har", "s/3.har"])
            #expect(try Set(store.paths().map { try Self.answerOnDisk($0, in: store.folder) }) == ["new"])
            try FileManager.default.removeItem(at: store.folder)
        }
    }

    private func writeOld(_ count: Int) throws {
        let transaction = try store.begin()
        for file in 1..<count {
            _ = try transaction.stage(Redaction().redacted(RecordingStoreTests.recording("old")), at: "s/\(file).har")
        }
        try transaction.commit()
    }

    private static func writeMany(_ count: Int, _ store: RecordingStore) throws {
        let transaction = try store.begin()
        for file in 1...count {
            _ = try transaction.stage(Redaction().redacted(RecordingStoreTests.recording("new")), at: "s/\(file).har")
        }
        try transaction.commit()
    }

    /// Returns the response bodies that a reader sees.
    private func answers(_ count: Int, in store: RecordingStore) throws -> Set<String> {
        let paths = try store.paths()
        let answers = Set(try paths.map { text(try store.load($0).entries[0].response.body) })
        // The added file belongs to the new set.
        #expect(paths.count == (answers == ["new"] ? count : count - 1))
        #expect(answers.count == 1)
        return answers
    }

    private static func answerOnDisk(_ path: String, in folder: URL) throws -> String {
        let bytes = try SystemFiles().read(folder.path + "/" + path)
        return text(try Recording(parsing: bytes, file: path).entries[0].response.body)
    }
}

/// A file system that copies a folder before each operation, as a kill at that point would leave it. A file being
/// created is copied half-written.
private final class FilesWithHistory: FileSystem {
    private let files = SystemFiles()
    private let folder: URL
    private let history: URL
    private let count = Locked(0)

    init(of folder: URL, in history: URL) {
        self.folder = folder
        self.history = history
    }

    /// The copies in order.
    var moments: [URL] { (0..<count.withLock { $0 }).map(moment) }

    private func moment(_ number: Int) -> URL { history.appendingPathComponent("\(number)/Recordings") }

    private func keep() throws {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        let copy = moment(number)
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: folder, to: copy)
    }

    func read(_ path: String) throws -> [UInt8] {
        try keep()
        return try files.read(path)
    }

    func create(_ path: String, _ bytes: [UInt8]) throws {
        try files.create(path, Array(bytes.prefix(bytes.count / 2)))
        try keep()
        try files.remove(path)
        try files.create(path, bytes)
    }

    func rename(_ from: String, to path: String) throws {
        try keep()
        try files.rename(from, to: path)
    }

    func remove(_ path: String) throws {
        try keep()
        try files.remove(path)
    }

    func makeFolder(_ path: String) throws -> [String] {
        try keep()
        return try files.makeFolder(path)
    }

    func syncFolder(_ path: String) throws {
        try keep()
        try files.syncFolder(path)
    }
}
