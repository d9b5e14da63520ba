import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One worker process, as its supervisor sees it.
final class Worker {
    /// How a worker ended.
    enum End {
        /// The command came to its end.
        case finished(ExitCode)
        case died(Death)
    }

    /// How a worker ended that did not come to its end.
    struct Death {
        let end: FatalStep.End
        let message: String
        /// The step that was killed for its time or its memory.
        var culprit: StepTable.Running?
    }

    /// What a worker process runs.
    struct Program: Sendable {
        let executable: URL
        let arguments: [String]
        /// Where its standard output goes; `nil` is this process's own.
        var output: FileHandle?
        /// The time zone it runs in, where the environment names none; `nil` is the machine's.
        var timeZone: String?

        init(executable: URL, arguments: [String], output: FileHandle? = nil) {
            self.executable = executable
            self.arguments = arguments
            self.output = output
        }

        /// The same program with other output.
        func writing(to output: FileHandle) -> Program {
            Program(executable: executable, arguments: arguments, output: output)
        }

        /// This executable with other words.
        init(words: [String]) throws(CommandError) {
            guard let executable = Bundle.main.executableURL else {
                throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
            }
            self.init(executable: executable, arguments: words)
        }
    }

    /// What is running in it.
    let table: StepTable
    private let process = Process()
    private let errors: WorkerErrors
    private let channel: WorkerChannel

    init(_ program: Program, _ order: WorkerOrder, terminal: Terminal) throws {
        table = try StepTable(count: order.tasks.count)
        channel = try WorkerChannel()
        errors = WorkerErrors(terminal)
        process.executableURL = program.executable
        process.arguments = program.arguments
        if let output = program.output { process.standardOutput = output }
        var environment = terminal.environment
        environment[WorkerLink.variable] = "1"
        // From the start: formatters keep the zone that they were made in, and a change would reach other code.
        if environment["TZ"] == nil { environment["TZ"] = program.timeZone }
        environment["COLUMNS"] = terminal.width.map(String.init)
        // A backtrace of the code under test takes seconds for each trap and says nothing about the contract.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = channel.workerEnd
        process.standardError = errors.pipe
        do { try process.run() } catch {
            table.remove()
            throw CommandError("the worker would not start: \(error.localizedDescription)", code: .notEvaluated)
        }
        errors.start()
        try channel.start(order, table: table)
    }

    deinit { table.remove() }

    /// Waits for the end, and kills the worker where a step takes too long or too much.
    ///
    /// - Parameter seconds: how long a step may take.
    /// - Returns: the end, and the results that the worker made.
    func wait(memory limit: Int, seconds: (StepTable.Running) -> Double) -> (end: End, results: [[UInt8]]) {
        if let death = watch(memory: limit, seconds: seconds) {
            kill()
            process.waitUntilExit()
            errors.finish(keepsTrap: false)
            return (.died(death), channel.finish().results)
        }
        let told = channel.finish()
        let isExit = process.terminationReason == .exit
        if isExit, let code = told.code {
            errors.finish(keepsTrap: true)
            return (.finished(code), told.results)
        }
        let trap = errors.finish(keepsTrap: isExit)
        let message =
            isExit
            ? "it ends its own process with exit(\(process.terminationStatus))"
            : trap ?? Self.signalName(process.terminationStatus)
        return (.died(Death(end: .trap, message: message)), told.results)
    }

    /// Watches the worker until it ends, or until it has to be killed, and why.
    private func watch(memory limit: Int, seconds: (StepTable.Running) -> Double) -> Death? {
        var watch = MemoryWatch(process: process.processIdentifier, limit: limit)
        var suspect: StepTable.Running?
        while process.isRunning {
            usleep(5_000)
            let running = table.running
            let late = running.first { $0.seconds > seconds($0) }
            // A step that was being written while it was read looks late once.
            if let late, late.index == suspect?.index, late.step == suspect?.step {
                return Death(
                    end: .timeout, message: "still running after \(Int(seconds(late))) s", culprit: late)
            }
            suspect = late
            if watch.isExceeded(by: running) {
                return Death(
                    end: .memory, message: "more than \(limit >> 20) MiB",
                    culprit: running.count == 1 ? running.first : nil)
            }
        }
        return nil
    }

    /// What a signal tells where the runtime said nothing, as in optimised code.
    private static func signalName(_ number: Int32) -> String {
        switch number {
        case SIGILL, SIGTRAP: "a Swift runtime trap, such as an overflow or an index out of range (signal \(number))"
        case SIGSEGV, SIGBUS: "a bad memory access, such as a stack overflow (signal \(number))"
        default: "signal \(number)"
        }
    }

    private func kill() {
        #if canImport(Darwin)
            _ = Darwin.kill(process.processIdentifier, SIGKILL)
        #elseif canImport(Glibc)
            _ = Glibc.kill(process.processIdentifier, SIGKILL)
        #else
            _ = Musl.kill(process.processIdentifier, SIGKILL)
        #endif
    }
}

/// The worker's standard error, passed on as it comes.
///
/// From the first line that looks like the runtime's word of a trap it is held back: where the worker then dies of a trap
/// the report tells it, without the backtrace that follows; where it does not, the text is passed on after all.
final class WorkerErrors: Sendable {
    let pipe = Pipe()
    private let terminal: Terminal
    private let held = Locked<[UInt8]>([])
    private let done = DispatchSemaphore(value: 0)

    init(_ terminal: Terminal) { self.terminal = terminal }

    func start() {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                note([UInt8](data))
            }
            done.signal()
        }
    }

    /// Waits for the last words, and gives the message of the last trap among them.
    @discardableResult
    func finish(keepsTrap: Bool) -> String? {
        done.wait()
        let text = String(decoding: held.withLock { $0 }, as: UTF8.self)
        if keepsTrap {
            if !text.isEmpty { terminal.err(text) }
            return nil
        }
        let lines = text.split(separator: "\n").filter { Self.marks.contains(where: $0.contains) }
        guard let line = lines.last else { return nil }
        let message = line.range(of: Self.marks[0]).map { line[$0.upperBound...] } ?? line
        return String(message.prefix(300))
    }

    private static let marks = ["atal error: ", "Could not cast value"]

    private func note(_ bytes: [UInt8]) {
        let isHolding = held.withLock { held in
            let text = String(decoding: bytes, as: UTF8.self)
            if !held.isEmpty || Self.marks.contains(where: text.contains) { held += bytes }
            return !held.isEmpty
        }
        if !isHolding { terminal.err(String(decoding: bytes, as: UTF8.self)) }
    }
}
