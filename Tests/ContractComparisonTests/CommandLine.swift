import CommandTestSupport
import ContractChecking
import Foundation
import TestSupport

/// A command line over folders, without bindings.
struct CommandLine {
    let contracts: URL
    let recordings: URL
    /// Keeps the folder alive as long as the command line.
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

/// A process of the notes executable, and its output so far.
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

    /// Reads until `text` occurs or the output ends, and returns everything read.
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
