import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand

/// Runs attacked processes, a few at a time, each in its own process group that is terminated with it.
enum Attack {
    /// The result of a process.
    struct Run: CustomStringConvertible {
        /// The exit or signal, or `nil` if the process was terminated after its time limit.
        let end: ChildProcess.End?
        let out: Data
        let errors: String

        var text: String { String(decoding: out, as: UTF8.self) }
        var isSignal: Bool { if case .signal = end { true } else { false } }

        var description: String {
            "\(end.map { "\($0)" } ?? "did not end"): \(text.suffix(2000))\n\(errors.suffix(2000))"
        }
    }

    private static let gate = Gate(3)

    /// Runs the attacked command line. With `typedThere`, `folder` is its working directory.
    static func run(
        _ words: [String], in folder: URL, _ environment: [String: String], within seconds: Double,
        typedThere: Bool = false
    ) async throws -> Run {
        // Writes a report with a relative path to the folder.
        let words = words.map {
            $0.replacingOccurrences(of: "json=report.json", with: "json=\(folder.path)/report.json")
        }
        guard typedThere else { return try await run(commandLine, words, in: folder, environment, within: seconds) }
        return try await script(
            #"cd "$0" && exec "$@""#, [folder.path, commandLine.path] + words, in: folder, environment)
    }

    /// Runs a shell command line.
    static func script(
        _ line: String, _ words: [String], in folder: URL, _ environment: [String: String], within seconds: Double = 90
    ) async throws -> Run {
        try await run(URL(fileURLWithPath: "/bin/sh"), ["-c", line] + words, in: folder, environment, within: seconds)
    }

    /// Runs one test in a separate process.
    static func test(
        _ name: String, in folder: URL, _ environment: [String: String], within seconds: Double
    ) async throws -> Run {
        try await run(
            URL(fileURLWithPath: CommandLine.arguments[0]),
            ["--testing-library", "swift-testing", "--filter", "AttackTests.\(name)"], in: folder, environment,
            within: seconds)
    }

    /// Runs one XCTest test in a separate process.
    static func xctest(
        _ name: String, in folder: URL, _ environment: [String: String], within seconds: Double
    ) async throws -> Run {
        try await run(
            URL(fileURLWithPath: CommandLine.arguments[0]), ["AttackTests.\(name)"], in: folder, environment,
            within: seconds)
    }

    private static func run(
        _ executable: URL, _ words: [String], in folder: URL, _ environment: [String: String],
        within seconds: Double
    ) async throws -> Run {
        await gate.enter()
        defer { gate.leave() }
        let started = try Started(executable, words, in: folder, environment)
        let end = ContinuousClock.now + .seconds(seconds)
        while started.process.ending == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        return try started.told()
    }

    /// A running process.
    struct Started {
        let process: ChildProcess
        private let out: URL
        private let errors: URL

        init(_ executable: URL, _ words: [String], in folder: URL, _ environment: [String: String]) throws {
            // Output goes to files, because a process left behind would keep a pipe open.
            (out, errors) = (folder.appendingPathComponent("out"), folder.appendingPathComponent("errors"))
            try Data().write(to: out)
            try Data().write(to: errors)
            let (outFile, errorFile) = (try FileHandle(forWritingTo: out), try FileHandle(forWritingTo: errors))
            let variables = ProcessInfo.processInfo.environment.merging([
                "NOTES_FOLDER": folder.path, "NOTES_TOKEN": "token-of-the-attack", "SWIFT_BACKTRACE": "enable=no",
            ]) { $1 }.merging(environment) { $1 }
            let nothing = try #require(FileHandle(forReadingAtPath: "/dev/null"))
            process = try ChildProcess(
                ChildProgram.watched.launch(executable, variables), words,
                ChildProcess.Streams(
                    input: nothing.fileDescriptor, output: outFile.fileDescriptor, errors: errorFile.fileDescriptor))
        }

        /// Terminates the process if it is still running, and returns its result.
        func told() throws -> Run {
            let ending = process.ending
            process.end()
            return Run(
                end: ending, out: try Data(contentsOf: out),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }

    static let commandLine = products.appendingPathComponent("trapping")

    /// The folder of the built products, next to the test bundle.
    private static let products: URL = {
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }()
}

/// A semaphore for asynchronous tasks.
private final class Gate: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(_ places: Int) { state = Locked(State(free: places)) }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 { state.waiting.append(continuation) }
                defer { state.free = max(0, state.free - 1) }
                return state.free > 0
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

extension TemporaryFolder {
    /// Writes the contract and the recordings of a service, keyed by recording name.
    func write(_ contract: String, _ exchanges: [String: [HTTPExchange]], of service: String) throws {
        try write(contract, to: "Contracts/\(service)/contract.json")
        for (name, entries) in exchanges {
            let recording = Recording(
                entries: entries,
                provenance: Recording.Provenance(origin: "https://\(service).example.com", provider: .local))
            try write(String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/\(service)/\(name).har")
        }
    }
}
