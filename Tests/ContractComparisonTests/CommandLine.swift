import CommandTestSupport
import ContractChecking
import Foundation
import TestSupport

/// A command line over folders without any code bound to them.
struct CommandLine {
    let contracts: URL
    let recordings: URL
    /// Is there as long as the command line is.
    let folder: TemporaryFolder

    func run(_ words: String..., environment: [String: String] = [:]) async -> CommandOutput {
        await run(words, environment: environment)
    }

    func run(_ words: [String], environment: [String: String] = [:]) async -> CommandOutput {
        await .of(
            words, over: ContractSuite(contracts: contracts, recordings: recordings, services: []),
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }
}

/// A process of the executable with the notes service, and what it has written so far.
final class NotesProcess: Sendable {
    private let process = Process()
    private let chunks: AsyncStream<String>
    private let ends: AsyncStream<Int32>

    init(_ words: [String], environment: [String: String], in folder: URL) throws {
        let bundle =
            ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") } ?? ProcessInfo.processInfo.arguments[0]
        process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(
            "trapping")
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (chunks, chunk) = AsyncStream.makeStream(of: String.self)
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        (self.chunks, self.ends) = (chunks, ends)
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        process.terminationHandler = { process in
            end.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
            end.finish()
        }
        try process.run()
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread {
            while case let data = handle.availableData, !data.isEmpty {
                chunk.yield(String(decoding: data, as: UTF8.self))
            }
            chunk.finish()
        }
    }

    /// Reads until the text comes, and gives all that was read; where the output ends before, that.
    func output(until text: String) async -> String {
        var read = ""
        for await chunk in chunks {
            read += chunk
            if read.contains(text) { break }
        }
        return read
    }

    func interrupt() { process.interrupt() }

    func code() async -> Int32? {
        for await code in ends { return code }
        return nil
    }
}
