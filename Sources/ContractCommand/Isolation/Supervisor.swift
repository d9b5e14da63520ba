import Conformance
import ContractFormat
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs a command in a worker process of the same executable, and survives what kills the worker.
///
/// A worker that dies or hangs is replaced by one that knows which step was fatal and goes on behind it; checks that were
/// done stay done.
struct Supervisor: Sendable {
    struct Limits: Sendable {
        /// Seconds that one probe may take.
        var probe = 3.0
        /// Seconds that a check's client calls may take, beyond the deadline that ends each of them.
        var call: Double
        /// Bytes of memory that the worker may use.
        var memory = 2 << 30
    }

    let checks: [Check]
    let limits: Limits
    let terminal: Terminal

    /// Runs the words as a command in workers, and gives the exit code of the one that came to the end.
    func run(_ words: [String]) throws -> ExitCode {
        guard let executable = Bundle.main.executableURL else {
            throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
        }
        let folder = try WorkerFolder.make()
        defer { remove(folder) }
        let table = try StepTable(path: folder.table, count: checks.count)
        var isAlone = false
        while true {
            for running in table.running { table.end(running.index) }
            let worker = try Worker(executable, words, folder, isAlone: isAlone, terminal: terminal)
            let death = worker.wait(watching: table, limits)
            guard let death else { return worker.exitCode }
            let suspects = table.running
            guard let culprit = death.culprit ?? (suspects.count == 1 ? suspects.first : nil) else {
                // Several checks ran at once, or none: the next worker runs one at a time, and its last is the one.
                guard !isAlone else {
                    throw CommandError("the worker died outside of any check: \(death.message)", code: .notEvaluated)
                }
                isAlone = true
                continue
            }
            let step = FatalStep(
                check: checks[culprit.index].id, step: culprit.step, name: "step \(culprit.step)", end: death.end,
                message: death.message)
            try folder.append(step)
        }
    }

    private func remove(_ folder: WorkerFolder) {
        do { try folder.remove() } catch { terminal.err("contracts: cannot remove \(folder.url.path): \(error)\n") }
    }
}

/// One worker process.
private final class Worker {
    /// How a worker ended that did not come to its end.
    struct Death {
        let end: FatalStep.End
        let message: String
        /// The step that was killed for its time.
        let culprit: (index: Int, step: Int, seconds: Double)?
    }

    private let process = Process()
    private let stderr: WorkerErrors

    init(_ executable: URL, _ words: [String], _ folder: WorkerFolder, isAlone: Bool, terminal: Terminal) throws {
        process.executableURL = executable
        process.arguments = words + (isAlone ? ["--jobs", "1"] : [])
        var environment = terminal.environment
        environment[WorkerFolder.variable] = folder.url.path
        // A backtrace of the code under test takes seconds for each trap and says nothing about the contract.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        stderr = WorkerErrors(terminal)
        process.standardError = stderr.pipe
        do { try process.run() } catch {
            throw CommandError("the worker would not start: \(error.localizedDescription)", code: .notEvaluated)
        }
        stderr.start()
    }

    var exitCode: ExitCode { ExitCode(rawValue: process.terminationStatus) ?? .notEvaluated }

    /// Waits for the end; kills the worker where a step takes too long or too much. `nil` is a regular end.
    func wait(watching table: StepTable, _ limits: Supervisor.Limits) -> Death? {
        while process.isRunning {
            usleep(10_000)
            if let late = table.running.first(where: { $0.seconds > ($0.step == 0 ? limits.call : limits.probe) }) {
                return kill(.timeout, "still running after \(Int(late.step == 0 ? limits.call : limits.probe)) s", late)
            }
            if let used = residentMemory, used > limits.memory {
                let running = table.running
                return kill(.memory, "more than \(limits.memory >> 20) MiB", running.count == 1 ? running.first : nil)
            }
        }
        let trap = stderr.finish()
        guard process.terminationReason == .uncaughtSignal else { return nil }
        return Death(end: .trap, message: trap ?? "signal \(process.terminationStatus)", culprit: nil)
    }

    private func kill(
        _ end: FatalStep.End, _ message: String, _ culprit: (index: Int, step: Int, seconds: Double)?
    ) -> Death {
        #if canImport(Darwin)
            Darwin.kill(process.processIdentifier, SIGKILL)
        #elseif canImport(Glibc)
            Glibc.kill(process.processIdentifier, SIGKILL)
        #else
            Musl.kill(process.processIdentifier, SIGKILL)
        #endif
        process.waitUntilExit()
        _ = stderr.finish()
        return Death(end: end, message: message, culprit: culprit)
    }

    /// The resident bytes of the worker, where the system tells them in a file.
    private var residentMemory: Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
    }
}

/// The worker's standard error: passed on as it comes, up to the message of a trap, which the report tells.
private final class WorkerErrors: Sendable {
    let pipe = Pipe()
    private let terminal: Terminal
    private let trap = Locked<String?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ terminal: Terminal) { self.terminal = terminal }

    func start() {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            var line = ""
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                line += String(decoding: data, as: UTF8.self)
                // Progress has no line ends, and is not to wait for one; the words of a trap have.
                if line.contains("\n") || line.hasPrefix("\r") {
                    note(line)
                    line = ""
                }
            }
            note(line)
            done.signal()
        }
    }

    /// Waits for the last words of the process, and gives the message of its trap.
    func finish() -> String? {
        done.wait()
        return trap.withLock { $0 }
    }

    private func note(_ text: String) {
        // What follows the message is the runtime's own backtrace.
        if text.isEmpty || trap.withLock({ $0 != nil }) { return }
        let marks = ["atal error: ", "Could not cast value"]
        guard let range = marks.lazy.compactMap({ text.range(of: $0) }).first else {
            terminal.err(text)
            return
        }
        let isCast = text[range].hasPrefix("Could")
        let message = text[isCast ? range.lowerBound... : range.upperBound...].prefix { $0 != "\n" }
        trap.withLock { $0 = String(message.prefix(300)) }
    }
}
