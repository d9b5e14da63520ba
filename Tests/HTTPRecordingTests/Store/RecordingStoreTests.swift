import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import HTTPRecording

@Suite struct RecordingStoreTests {
    private let folder: TemporaryFolder
    private let store: RecordingStore

    init() throws {
        folder = try TemporaryFolder()
        store = RecordingStore(folder: folder.url.appendingPathComponent("Recordings"))
    }

    static func recording(_ answer: String, date: String = "Wed, 21 Oct 2026 07:28:00 GMT") -> Recording {
        Recording(
            entries: [
                HTTPExchange(
                    request: RecordedRequest(url: "http://h/x"),
                    response: RecordedResponse(
                        status: 200, headers: ["Content-Type": "application/json", "Date": date, "X-Request-Id": date],
                        body: bytes(answer)))
            ], provenance: Recording.Provenance(origin: "http://h", provider: .local))
    }

    /// Writes a recording and returns the outcome of staging in one word.
    private func write(_ recording: Recording, to path: String = "s/e.har") throws -> String {
        let transaction = try store.begin()
        let outcome = try transaction.stage(Redaction().redacted(recording), at: path)
        try transaction.commit()
        return Self.word(outcome)
    }

    private static func word(_ outcome: RecordingTransaction.Outcome) -> String {
        switch outcome {
        case .new: "new"
        case .changed(from: let old): "changed from \(old.map { text($0.entries[0].response.body) } ?? "no recording")"
        case .unchanged: "unchanged"
        }
    }

    private func files() throws -> [String] { try Self.files(in: store.folder) }

    static func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("s") }.sorted()
    }

    @Test func writesAndReadsRecordings() throws {
        let recording = Self.recording(#"{"a":1}"#)
        #expect(try write(recording) == "new")
        #expect(try store.load("s/e.har").serialized() == recording.serialized())
        #expect(try store.paths() == ["s/e.har"])
        #expect(try files() == ["s/e.har"])
    }

    @Test func writesNothingIfOnlyVolatileValuesChange() throws {
        _ = try write(Self.recording(#"{"at":"2026-01-31T09:05:00.250Z","n":1}"#))
        let before = try SystemFiles().read(store.folder.path + "/s/e.har")
        let again = Self.recording(#"{"at":"2027-11-01T10:05:00Z","n":1}"#, date: "Thu, 22 Oct 2026 07:28:00 GMT")
        #expect(try write(again) == "unchanged")
        #expect(try SystemFiles().read(store.folder.path + "/s/e.har") == before)
        #expect(
            try write(Self.recording(#"{"at":"2027-11-01T10:05:00Z","n":2}"#))
                == #"changed from {"at":"2026-01-31T09:05:00.250Z","n":1}"#)
    }

    @Test(arguments: [
        (#"{"a":1,"b":[{"c":2,"d":3}]}"#, #"{"b": [{"d": 3, "c": 2}], "a": 1}"#, "unchanged"),
        (")]}'\n{\"a\":1,\"b\":2}", ")]}'\n{\"b\":2,\"a\":1}", "unchanged"),
        (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#, #"changed from {"a":[1,2]}"#),
        (#"{"a":"é"}"#, #"{"a":"\u00e9"}"#, "unchanged"),
        (#"{"a":1}"#, #"{"a":1.5}"#, #"changed from {"a":1}"#),
        (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, #"changed from {"a":1,"a":2}"#),
        (#"{"a":1,"b":2"#, #"{"b":2,"a":1"#, #"changed from {"a":1,"b":2"#),
    ])
    func writesNothingIfOnlyTheOrderOfJSONMembersChanges(old: String, new: String, outcome: String) throws {
        _ = try write(Self.recording(old))
        #expect(try write(Self.recording(new)) == outcome)
    }

    @Test func ignoresTheOrderOfMembersOnlyInJSONRequests() throws {
        func sent(_ body: String, as type: String) -> Recording {
            var recording = Self.recording("1")
            recording.entries[0].request.headers["Content-Type"] = type
            recording.entries[0].request.body = bytes(body)
            return recording
        }
        _ = try write(sent(#"{"a":1,"b":2}"#, as: "application/json"))
        #expect(try write(sent(#"{"b":2,"a":1}"#, as: "application/json")) == "unchanged")
        #expect(try write(sent(#"{"b":2,"a":2}"#, as: "application/json")) == "changed from 1")
        _ = try write(sent(#"{"a":1,"b":2}"#, as: "text/plain"))
        #expect(try write(sent(#"{"b":2,"a":1}"#, as: "text/plain")) == "changed from 1")
    }

    @Test func replacesAnInvalidRecording() throws {
        _ = try write(Self.recording("1"))
        try Data("{".utf8).write(to: store.folder.appendingPathComponent("s/e.har"))
        #expect(try write(Self.recording("1")) == "changed from no recording")
    }

    @Test func changesNothingWithoutACommit() throws {
        _ = try write(Self.recording("1"))
        do {
            let transaction = try store.begin()
            let recording = Redaction().redacted(Self.recording("2"))
            #expect(Self.word(try transaction.stage(recording, at: "s/e.har")) == "changed from 1")
            #expect(Self.word(try transaction.stage(recording, at: "new/f.har")) == "new")
        }
        #expect(text(try store.load("s/e.har").entries[0].response.body) == "1")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: store.folder.path).sorted() == ["s", "s/e.har"])
    }

    @Test func leavesNoEmptyFolder() throws {
        do {
            let transaction = try store.begin()
            _ = try transaction.stage(Redaction().redacted(Self.recording("1")), at: "a/b/e.har")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func refusesToWriteASecret() throws {
        let transaction = try store.begin()
        // Redaction does not reach the member names of unknown fields.
        let har = #"{"log":{"_k":{"hunter2-secret":1},"entries":[]}}"#
        let error = #expect(throws: StoreError.self) {
            try transaction.stage(
                Redaction(secrets: [Secret(value: "hunter2-secret", placeholder: "{env:PW}")])
                    .redacted(try Recording(parsing: bytes(har), file: "")), at: "e.har")
        }
        #expect(error?.message.contains("{env:PW}") == true)
        #expect(error?.message.contains("hunter2") == false)
        #expect(try store.paths() == [])
    }

    @Test func doesNotCommitARefusedFile() throws {
        let transaction = try store.begin()
        let har = #"{"log":{"_k":{"hunter2-secret":1},"entries":[]}}"#
        #expect(throws: StoreError.self) {
            try transaction.stage(
                Redaction(secrets: [Secret(value: "hunter2-secret", placeholder: "{env:PW}")])
                    .redacted(try Recording(parsing: bytes(har), file: "")), at: "refused/e.har")
        }
        _ = try transaction.stage(Redaction().redacted(Self.recording("1")), at: "s/e.har")
        try transaction.commit()
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: store.folder.path).contains { $0.hasPrefix("refused/") }
                == false)
        #expect(try store.paths() == ["s/e.har"])
    }

    @Test func redactsWrittenRecordings() throws {
        let transaction = try store.begin()
        let redaction = Redaction(secrets: [Secret(value: "hunter2-secret", placeholder: "{env:PW}")])
        _ = try transaction.stage(redaction.redacted(Self.recording(#"{"pw":"hunter2-secret"}"#)), at: "e.har")
        try transaction.commit()
        #expect(text(try store.load("e.har").entries[0].response.body) == #"{"pw":"{env:PW}"}"#)
    }

    @Test(arguments: ["../x.har", "/etc/x.har", "a/../../x.har", "", "a//b.har", "./a.har", "a/..", "a\0b"])
    func refusesAPathOutsideTheFolder(_ path: String) throws {
        #expect(throws: StoreError.self) { try store.load(path) }
        let transaction = try store.begin()
        #expect(throws: StoreError.self) {
            try transaction.stage(Redaction().redacted(Self.recording("1")), at: path)
        }
    }

    @Test func refusesALinkOutOfTheFolder() throws {
        _ = try write(Self.recording("1"))
        let outside = folder.url.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data(Self.recording("1").serialized()).write(to: outside.appendingPathComponent("x.har"))
        try FileManager.default.createSymbolicLink(
            at: store.folder.appendingPathComponent("link"), withDestinationURL: outside)
        #expect(throws: StoreError.self) { try store.load("link/x.har") }
        let transaction = try store.begin()
        #expect(throws: StoreError.self) {
            try transaction.stage(Redaction().redacted(Self.recording("2")), at: "link/x.har")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["x.har"])
    }

    @Test func reportsAMissingFile() throws {
        let error = #expect(throws: StoreError.self) { try store.load("s/e.har") }
        #expect(error?.kind == .missing)
        #expect(error?.message.contains("s/e.har: No such file or directory") == true)
    }

    @Test func reportsTheHolderOfTheLock() throws {
        let transaction = try store.begin()
        let error = #expect(throws: StoreError.self) { try store.begin() }
        #expect(error?.kind == .locked)
        #expect(error?.message.hasPrefix("Process \(getpid()) on ") == true)
        withExtendedLifetime(transaction) {}
    }

    @Test func replacesTheTemporaryFileOfADeadProcess() throws {
        let temporary = folder.url.appendingPathComponent(".report.json.\(getpid())-tmp")
        try Data("half".utf8).write(to: temporary)
        try AtomicFiles.write(bytes("whole"), at: folder.url.path + "/report.json")
        #expect(try SystemFiles().read(folder.url.path + "/report.json") == bytes("whole"))
        #expect(!FileManager.default.fileExists(atPath: temporary.path))
    }

    @Test func takesOverTheLockOfADeadProcess() throws {
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        try Data(#"{"pid":999999,"host":"gone","since":"2020-01-01T00:00:00Z"}"#.utf8)
            .write(to: store.folder.appendingPathComponent(".lock"))
        #expect(try write(Self.recording("1")) == "new")
        #expect(try files() == ["s/e.har"])
    }

    @Test func refusesAnInvalidJournal() throws {
        _ = try write(Self.recording("1"))
        let journal = store.folder.appendingPathComponent(".commit.json")
        for content in [
            "{", "[]", #"{"files":[{"from":"../x.recording-tmp","to":"s/e.har"}]}"#,
            #"{"files":[{"from":"s/.e.recording-tmp","to":"../../e.har"}]}"#,
            #"{"files":[{"from":"s/.e.recording-tmp","to":"/etc/passwd"}]}"#,
            #"{"files":[{"from":"s/other","to":"s/e.har"}]}"#,
        ] {
            try Data(content.utf8).write(to: journal)
            let error = #expect(throws: StoreError.self) { try store.begin() }
            #expect(error?.kind == .journal)
            #expect(error?.message.contains("Remove it") == true)
            #expect(text(try store.load("s/e.har").entries[0].response.body) == "1")
        }
    }

    @Test func countsOnlyRecordingsInAPendingCommit() throws {
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        let files = ["s/e.har", "s/e.1.json"].map { #"{"from":"s/.\#($0.dropFirst(2)).recording-tmp","to":"\#($0)"}"# }
        try Data(#"{"files":[\#(files.joined(separator: ","))]}"#.utf8)
            .write(to: store.folder.appendingPathComponent(".commit.json"))
        #expect(try store.paths() == ["s/e.har"])
    }

    @Test func doesNotFollowALinkAtTheLockPath() throws {
        let target = folder.url.appendingPathComponent("precious")
        try Data("precious".utf8).write(to: target)
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        let lock = store.folder.appendingPathComponent(".lock")
        try FileManager.default.createSymbolicLink(at: lock, withDestinationURL: target)
        let error = #expect(throws: StoreError.self) { try store.begin() }
        #expect(error?.kind == .irregular)
        #expect(error?.message.hasSuffix(".lock: it is a symbolic link, not a regular file.") == true)
        #expect(try SystemFiles().read(target.path) == bytes("precious"))
    }

    @Test func doesNotOpenAPipe() throws {
        _ = try write(Self.recording("1"))
        for name in [".lock", "s/p.har", ".commit.json"] {
            let path = store.folder.path + "/" + name
            #expect(mkfifo(path, 0o644) == 0)
            let error = #expect(throws: StoreError.self) {
                if name.hasSuffix(".har") { _ = try store.load(name) } else { _ = try store.begin() }
            }
            #expect(error?.kind == .irregular)
            #expect(error?.message.contains("it is a pipe") == true)
            unlink(path)
        }
    }

    @Test func readsProcessSubstitutions() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        try SystemFiles.write(bytes("{}"), to: ends[1], "pipe")
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try SystemFiles.readOperand("/dev/fd/\(ends[0])") == bytes("{}"))
        #expect(throws: StoreError.self) { try SystemFiles.readOperand("/dev/zero") }
    }

    @Test func cleansUpBeforeTheProcessExits() async throws {
        _ = try write(Self.recording("old"))
        await #expect(processExitsWith: .success) { [path = store.folder.path as String] in
            let transaction = try RecordingStore(folder: URL(fileURLWithPath: path)).begin()
            let recording = Redaction().redacted(RecordingStoreTests.recording("new"))
            _ = try transaction.stage(recording, at: "s/e.har")
            _ = try transaction.stage(recording, at: "new/e.har")
            RecordingTransaction.abandonAll()
            #expect(throws: StoreError.self) { try transaction.stage(recording, at: "s/f.har") }
            #expect(throws: StoreError.self) { try transaction.commit() }
            _exit(0)
        }
        #expect(try files() == ["s/e.har"])
        #expect(text(try store.load("s/e.har").entries[0].response.body) == "old")
    }

    /// A real SIGKILL at an arbitrary moment, ten times.
    @Test func survivesAKillAtAnyMoment() async throws {
        let path = store.folder.path
        // The first kill may come before the process has made the folder.
        try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
        for round in 0..<10 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
                Thread.detachNewThread {
                    usleep(UInt32(2000 + round * 1700))
                    kill(getpid(), SIGKILL)
                }
                let store = RecordingStore(folder: URL(fileURLWithPath: path))
                var number = 0
                while true {
                    let transaction = try store.begin()
                    number += 1
                    let body = String(repeating: "\(number % 10)", count: 20_000)
                    _ = try transaction.stage(Redaction().redacted(RecordingStoreTests.recording(body)), at: "e.har")
                    try transaction.commit()
                }
            }
            guard try store.paths().contains("e.har") else { continue }
            let body = try store.load("e.har").entries[0].response.body
            #expect(body.count == 20_000 && Set(body).count == 1)
        }
        _ = try write(Self.recording("after"), to: "e.har")
        #expect(try files() == ["e.har"])
    }

    @Test func keepsOldFilesIfTheDiskIsFull() async throws {
        _ = try write(Self.recording("old"), to: "e.har")
        await #expect(processExitsWith: .success) { [path = store.folder.path as String] in
            // A file size limit interrupts a write, as a full disk would.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 700, rlim_max: 700)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            let store = RecordingStore(folder: URL(fileURLWithPath: path))
            let transaction = try store.begin()
            do {
                _ = try transaction.stage(Redaction().redacted(RecordingStoreTests.recording("new")), at: "e.har")
                exit(1)
            } catch let error as StoreError {
                exit(error.kind == .system(EFBIG) && error.message.contains("Cannot write ") ? 0 : 2)
            }
        }
        #expect(text(try store.load("e.har").entries[0].response.body) == "old")
        _ = try write(Self.recording("old"), to: "e.har")
        #expect(try files() == ["e.har"])
    }

    @Test func keepsOldFilesInAReadOnlyFolder() async throws {
        _ = try write(Self.recording("old"), to: "e.har")
        chmod(store.folder.path, 0o555)
        defer { chmod(store.folder.path, 0o755) }
        await #expect(processExitsWith: .success) { [path = store.folder.path as String] in
            // The superuser may write everywhere.
            if getuid() == 0 { setuid(65_534) }
            let error = #expect(throws: StoreError.self) {
                try RecordingStore(folder: URL(fileURLWithPath: path)).begin()
            }
            exit(error?.message.contains("Permission denied. Make the folder writable") == true ? 0 : 1)
        }
        #expect(text(try store.load("e.har").entries[0].response.body) == "old")
    }
}
