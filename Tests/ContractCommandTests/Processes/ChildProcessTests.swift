import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// Output and exit statuses of child processes, and the treatment of their descendants.
struct ChildProcessTests {
    private static func launch(_ path: String, _ environment: [String: String] = [:]) -> ChildProgram.Launch {
        ChildProgram.sh.launch(URL(fileURLWithPath: path), environment)
    }

    private func started(
        _ line: String, output: Int32, descendants: ChildProcess.DescendantPolicy = .kill
    ) throws -> ChildProcess {
        let nothing = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        return try ChildProcess(
            Self.launch("/bin/sh"), ["-c", line],
            ChildProcess.Streams(input: nothing.fileDescriptor, output: output, errors: output),
            descendants: descendants)
    }

    @Test(arguments: [("exit 7", ChildProcess.End.exit(7)), ("kill -15 $$", .signal(15))])
    func reportsItsEndToAllWaiters(line: String, end: ChildProcess.End) async throws {
        let pipe = try Descriptors.pipe()
        defer { close(pipe.read) }
        let child = try started(line, output: pipe.write)
        close(pipe.write)
        async let first = child.ended()
        async let second = child.ended()
        #expect(await [first, second] == [end, end])
        #expect(child.ending == end)
        #expect(child.end() == end)
    }

    /// The pipe ends when the last process that holds it exits. A surviving descendant writes one more line.
    @Test(arguments: [(ChildProcess.DescendantPolicy.kill, ""), (.keep, "late\n")])
    func keepsOrKillsDescendants(descendants: ChildProcess.DescendantPolicy, printed: String) async throws {
        let folder = try TemporaryFolder()
        let fifo = folder.url.appendingPathComponent("go").path
        try #require(mkfifo(fifo, 0o600) == 0)
        let pipe = try Descriptors.pipe()
        defer { close(pipe.read) }
        let child = try started("(read word < '\(fifo)'; echo late) &", output: pipe.write, descendants: descendants)
        close(pipe.write)
        #expect(await child.ended() == .exit(0))
        child.end()
        // Lets a surviving reader continue. Opening with O_RDWR does not block if there is no reader.
        let go = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(go) }
        try SystemFiles.write(Array("go\n".utf8), to: go, fifo)
        var bytes: [UInt8] = []
        while case let chunk = Descriptors.read(pipe.read), !chunk.isEmpty { bytes += chunk }
        #expect(String(decoding: bytes, as: UTF8.self) == printed)
    }

    @Test func inheritsOnlyItsStreams() async throws {
        let folder = try TemporaryFolder()
        // Without O_CLOEXEC, as in code that does not expect child processes.
        let file = open(folder.url.appendingPathComponent("file").path, O_CREAT | O_RDWR, 0o600)
        defer { close(file) }
        let printed = try await ChildProcess.output(
            of: Self.launch("/bin/sh"), ["-c", "echo x >&\(file) && echo open"], input: [], seconds: 60)
        #expect(printed?.contains("open") == false)
    }

    @Test func returnsTheOutputOrNilAfterTheTimeout() async throws {
        let printed = try await ChildProcess.output(
            of: Self.launch("/bin/cat"), [], input: Array("told".utf8), seconds: 60)
        #expect(printed == "told")
        let timedOut = try await ChildProcess.output(
            of: Self.launch("/bin/sh", ["PATH": "/usr/bin:/bin"]), ["-c", "sleep 1000"], input: [], seconds: 0.1)
        #expect(timedOut == nil)
    }

    @Test func throwsIfTheProgramCannotStart() async throws {
        await #expect(throws: CommandError.self) {
            try await ChildProcess.output(
                of: Self.launch("/no/such/program"), [], input: [], seconds: 1)
        }
    }
}
