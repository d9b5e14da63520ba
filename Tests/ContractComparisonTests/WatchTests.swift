import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import NotesFixture
import TestSupport
import Testing

@testable import ContractCommand

/// The watched files, tested with real files.
struct WatchedFilesTests {
    private let folder: TemporaryFolder
    private let files: WatchedFiles

    init() throws {
        folder = try TemporaryFolder()
        files = WatchedFiles(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings"),
            executable: folder.url.appendingPathComponent("bin/contracts"))
        for path in ["Contracts/a/contract.json", "Recordings/a/x.y.har", "bin/contracts"] {
            try folder.write("1", to: path)
        }
    }

    /// Returns the relative paths that `change` affects, and their scope.
    private func changes(_ change: () throws -> Void) throws -> (paths: Set<String>, scope: WatchScope) {
        let before = files.snapshot()
        try change()
        let paths = files.snapshot().changes(since: before)
        return (Set(paths.map { String($0.dropFirst(folder.url.path.count + 1)) }), files.touched(by: paths))
    }

    private func move(_ old: String, _ new: String) throws {
        try FileManager.default.moveItem(
            at: folder.url.appendingPathComponent(old), to: folder.url.appendingPathComponent(new))
    }

    @Test func detectsAWrittenFile() throws {
        let seen = try changes { try folder.write("12", to: "Contracts/a/contract.json") }
        #expect(seen.paths == ["Contracts/a/contract.json"])
        #expect(seen.scope == .services(["a"]))
    }

    /// Editors write a temporary file and rename it. Size and modification date stay the same here.
    @Test func detectsAFileReplacedByARename() throws {
        let target = folder.url.appendingPathComponent("Contracts/a/contract.json")
        let date = try #require(
            try FileManager.default.attributesOfItem(atPath: target.path)[.modificationDate] as? Date)
        let seen = try changes {
            try Data("2".utf8).write(to: target, options: .atomic)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: target.path)
        }
        #expect(seen.paths == ["Contracts/a/contract.json"])
    }

    @Test func detectsNewFoldersAndDeletedFiles() throws {
        let new = try changes { try folder.write("1", to: "Contracts/b/schemas/Item.schema.json") }
        #expect(new.scope == .services(["b"]))
        let gone = try changes {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings"))
        }
        #expect(gone.paths == ["Recordings/a/x.y.har"])
        #expect(gone.scope == .services(["a"]))
    }

    @Test func attributesARenamedFolderToBothServices() throws {
        #expect(try changes { try move("Contracts/a", "Contracts/c") }.scope == .services(["a", "c"]))
    }

    @Test func followsSymbolicLinks() throws {
        try folder.write("1", to: "elsewhere/contract.json")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("Contracts/linked"),
            withDestinationURL: folder.url.appendingPathComponent("elsewhere"))
        #expect(try changes { try folder.write("12", to: "elsewhere/contract.json") }.scope == .services(["linked"]))
    }

    @Test(arguments: [
        "Contracts/a/notes.txt", "Contracts/a/.contract.json.swp", "Contracts/.git/x.json",
        "Contracts/contract.schema.json",
        "Recordings/a/.x.har.tmp", "Recordings/a/x.json", "other/contract.json",
    ])
    func ignoresOtherFiles(path: String) throws {
        #expect(try changes { try folder.write("1", to: path) }.scope.isEmpty)
    }

    @Test func aNewExecutableAffectsEverything() throws {
        let seen = try changes {
            try folder.write("2", to: "bin/contracts")
            try folder.write("2", to: "Contracts/a/contract.json")
        }
        #expect(seen.scope == .everything)
    }

    /// A linker removes the old executable before it writes the new one.
    @Test func ignoresADeletedExecutable() throws {
        let seen = try changes {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent("bin/contracts"))
        }
        #expect(seen.paths == ["bin/contracts"])
        #expect(seen.scope.isEmpty)
    }
}

/// The detection of changes, with a script instead of files and a clock.
struct FileWatcherTests {
    /// Returns one snapshot after another and cancels the watch after the last.
    private final class Script: Sendable {
        private let looks: Locked<[FileSnapshot]>
        let pauses = Locked<[Duration]>([])

        init(_ looks: [[String: Int]]) {
            self.looks = Locked(
                looks.map { files in
                    FileSnapshot(
                        files: files.mapValues {
                            FileSnapshot.Stamp(size: $0, modified: Date(timeIntervalSince1970: 0), number: 1)
                        })
                })
        }

        var watcher: FileWatcher {
            FileWatcher(
                look: { [looks] in looks.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } },
                pause: { [looks, pauses] duration in
                    if looks.withLock({ $0.count }) == 1 { throw CancellationError() }
                    pauses.withLock { $0.append(duration) }
                })
        }
    }

    @Test func waitsUntilFilesStopChanging() async throws {
        let script = Script([["a": 1], ["a": 1], ["a": 2], ["a": 3, "b": 1], ["a": 3, "b": 1], [:]])
        var watcher = script.watcher
        #expect(try await watcher.next() == ["a", "b"])
        #expect(
            script.pauses.withLock { $0 } == [
                FileWatcher.interval, FileWatcher.interval, FileWatcher.quiet, FileWatcher.quiet,
            ])
    }

    @Test func ignoresRevertedChanges() async throws {
        var watcher = Script([["a": 1], ["a": 2], ["a": 1], ["a": 1], ["b": 1], ["b": 1], [:]]).watcher
        #expect(try await watcher.next() == ["a", "b"])
    }

    @Test func reportsAFileThatKeepsChanging() async throws {
        let looks = (0...(FileWatcher.patience + 2)).map { ["a": $0] }
        var watcher = Script(looks).watcher
        #expect(try await watcher.next() == ["a"])
    }

    @Test func endsIfItsPauseIsCancelled() async throws {
        var watcher = Script([["a": 1]]).watcher
        await #expect(throws: CancellationError.self) { try await watcher.next() }
    }
}

/// The runs of a watch, with a script instead of files, a clock and runs.
struct WatchLoopTests {
    private let files = WatchedFiles(
        contracts: URL(fileURLWithPath: "/p/Contracts"), recordings: URL(fileURLWithPath: "/p/Recordings"),
        executable: URL(fileURLWithPath: "/bin/sh"))

    /// Returns the scopes that are run and the exit codes that are reported for a sequence of changes and results.
    private func follow(
        _ changes: [[String]], codes: [ExitCode?]
    ) async -> (scopes: [WatchScope], last: [ExitCode], endCount: Int) {
        func snapshot(_ number: Int) -> FileSnapshot {
            FileSnapshot(
                files: changes.prefix(number).enumerated().reduce(into: [:]) { files, change in
                    for path in change.element {
                        files[path] = FileSnapshot.Stamp(
                            size: change.offset, modified: Date(timeIntervalSince1970: 0), number: 1)
                    }
                })
        }
        let snapshots = (0...changes.count).map(snapshot)
        let step = Locked(0)
        let isQuiet = Locked(false)
        let watcher = FileWatcher(
            look: { snapshots[step.withLock { $0 }] },
            pause: { duration in
                // The files are unchanged once after each change.
                if isQuiet.withLock({ quiet in
                    defer { quiet = duration == FileWatcher.interval }
                    return quiet && duration == FileWatcher.quiet
                }) {
                    return
                }
                let next = step.withLock { step in
                    step += 1
                    return step
                }
                if next > changes.count {
                    step.withLock { $0 = changes.count }
                    throw CancellationError()
                }
            })
        let scopes = Locked<[WatchScope]>([])
        let last = Locked<[ExitCode]>([])
        let endCount = Locked(0)
        let loop = WatchLoop(
            files: files,
            run: { scope in
                let index = scopes.withLock { scopes in
                    scopes.append(scope)
                    return scopes.count - 1
                }
                return index < codes.count ? codes[index] : .success
            }, began: { _, _ in }, ended: { endCount.withLock { $0 += 1 } })
        // Each script ends with a cancellation.
        do { try await loop.follow(watcher) { code in last.withLock { $0.append(code) } } } catch {}
        return (scopes.withLock { $0 }, last.withLock { $0 }, endCount.withLock { $0 })
    }

    @Test func runsEverythingAndThenAffectedServices() async {
        let followed = await follow(
            [["/p/Contracts/a/contract.json"], ["/p/Recordings/b/x.har", "/p/Contracts/c/contract.json"]],
            codes: [.success, .findings, .success])
        #expect(followed.scopes == [.everything, .services(["a"]), .services(["b", "c"])])
        #expect(followed.last == [.success, .findings, .success])
        #expect(followed.endCount == 3)
    }

    @Test func runsNothingForAnUnrelatedFile() async {
        let followed = await follow(
            [["/p/Contracts/contract.schema.json"], ["/p/Contracts/a/contract.json"]], codes: [])
        #expect(followed.scopes == [.everything, .services(["a"])])
    }

    @Test func runsEverythingForANewExecutable() async {
        let followed = await follow([["/p/Contracts/a/contract.json"], ["/bin/sh"]], codes: [])
        #expect(followed.scopes == [.everything, .services(["a"]), .everything])
    }

    /// A half-typed contract is faulty, so nothing runs and the pending scope must be kept.
    @Test func keepsTheScopeOfAFaultyRun() async {
        let followed = await follow(
            [["/p/Contracts/a/contract.json"], ["/p/Contracts/b/contract.json"], ["/p/Contracts/c/contract.json"]],
            codes: [.success, .usage, .success])
        #expect(followed.scopes == [.everything, .services(["a"]), .services(["a", "b"]), .services(["c"])])
    }

    @Test func repeatsTheScopeOfARunWithoutAnExitCode() async {
        let followed = await follow([["/p/Contracts/a/contract.json"]], codes: [nil, .findings])
        #expect(followed.scopes == [.everything, .everything])
        #expect(followed.last == [.findings])
    }
}

/// `contracts verify --watch`, from its command line.
struct VerifyWatchTests {
    private func context(_ folder: NotesFolder) -> CommandContext {
        CommandContext(suite: folder.suite(), provider: nil, terminal: Terminal(out: { _ in }, err: { _ in }))
    }

    private func words(_ scope: WatchScope, _ words: [String]) throws -> [String]? {
        let folder = try NotesFolder()
        return VerifyWatch.words(
            for: scope, try ParsedArguments(words, for: VerifyCommand.spec), context(folder))
    }

    @Test func passesOptionsToTheRun() throws {
        #expect(
            try words(.everything, ["--jobs", "2", "--watch", "--only=*/model/*", "--color=never"])
                == ["verify", "--jobs", "2", "--only=*/model/*", "--color=never"])
        #expect(
            try words(.services(["notes"]), ["--watch", "--fail-on", "warning"])
                == ["verify", "--only", "notes/*", "--fail-on", "warning"])
        // A value that looks like the option is not the option.
        #expect(try words(.everything, ["--report=--watch"]) == ["verify", "--report=--watch"])
    }

    @Test func runsOnlySelectedChecksOfAnAffectedService() throws {
        #expect(
            try words(.services(["notes"]), ["--watch", "--only", "*/model/*", "--only=*/rejects/*"])
                == ["verify", "--only", "notes/model/Note", "--only", "notes/rejects/find/no tag"])
        #expect(
            try words(.services(["notes"]), ["--only", "*/model/*", "*/rejects/*", "--watch"])
                == ["verify", "--only", "notes/model/Note", "--only", "notes/rejects/find/no tag"])
        #expect(try words(.services(["notes"]), ["--watch", "--only", "shop/*"]) == nil)
        // A removed service may leave recordings behind, which are reported by another service's check.
        #expect(try words(.services(["gone"]), ["--watch"]) == ["verify"])
    }

    @Test(arguments: [
        (["--mode", "live"], "add '--local'"), (["--mode", "record"], "'--watch' does not record"),
        (["--only", "shop/*"], "no check matches 'shop/*'"), (["--report", "xml=-"], "'xml' is not a report format"),
        ([], "requires an executable"),
    ])
    func rejectsUnusableOptionsImmediately(options: [String], message: String) async throws {
        let folder = try NotesFolder()
        let err = Locked("")
        let terminal = Terminal(out: { _ in }, err: { text in err.withLock { $0 += text } })
        let code = await CommandRunner(suite: folder.suite(), provider: nil, terminal: terminal)
            .run(["verify", "--watch"] + options)
        #expect(code == .usage)
        #expect(err.withLock { $0 }.contains(message))
    }

    /// Runs the real executable with real files: a fault is planted, a syntax error is added and fixed.
    @Test func runsAgainAfterEachEditOfAContract() async throws {
        let folder = try NotesFolder()
        let process = try NotesProcess(
            ["verify", "--watch", "--color", "never"], environment: ["NOTES_FOLDER": folder.url.path, "PLANT": "none"],
            in: folder.url)
        let first = await process.output(until: "press Ctrl-C to stop\n")
        #expect(first.contains("15 checks passed, 0 failed"))
        #expect(first.contains("'swift build' in another terminal reruns every check"))

        let contract = "Contracts/notes/contract.json"
        try folder.replace(#""limit": 10"#, with: #""limit": 20"#, in: contract)
        let second = await process.output(until: "press Ctrl-C to stop\n")
        #expect(second.contains("Contracts/notes/contract.json changed: running notes\n"))
        #expect(second.contains("[request.query]"))

        try folder.replace(#""limit": 20"#, with: #""limit": 20,,"#, in: contract)
        let third = await process.output(until: "press Ctrl-C to stop\n")
        #expect(third.contains("error: not JSON"))

        try folder.replace(#""limit": 20,,"#, with: #""limit": 20"#, in: contract)
        let fourth = await process.output(until: "press Ctrl-C to stop\n")
        #expect(fourth.contains("[request.query]"))
        process.interrupt()
        #expect(await process.code() == 1)
    }

    /// A canceled run is terminated and has no exit code.
    @Test func terminatesACanceledRun() async throws {
        let run = Task {
            try await WatchProcess.run(URL(fileURLWithPath: "/bin/sleep"), ["600"], environment: [:])
        }
        run.cancel()
        #expect(try await run.value == nil)
    }

    @Test func returnsTheExitCodeOfARun() async throws {
        let shell = URL(fileURLWithPath: "/bin/sh")
        #expect(try await WatchProcess.run(shell, ["-c", "exit 1"], environment: [:]) == .findings)
        #expect(try await WatchProcess.run(shell, ["-c", "kill -9 $$"], environment: [:]) == nil)
        await #expect(throws: CommandError.self) {
            try await WatchProcess.run(URL(fileURLWithPath: "/nowhere"), [], environment: [:])
        }
    }
}
