import ContractChecking
import ContractFormat
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One worker process, as its supervisor sees it.
final class Worker {
    /// How a worker ended that did not come to its end.
    struct Death {
        let end: FatalStep.End
        let message: String
        /// The step that was killed for its time or its memory.
        let culprit: StepTable.Running?
    }

    /// What a worker process runs.
    struct Program: Sendable {
        let executable: URL
        let arguments: [String]
        /// Where its standard output goes; `nil` is this process's own.
        var output: FileHandle?
    }

    private let process = Process()
    private let errors: WorkerErrors
    private let folder: WorkerFolder
    /// Closed with this process, however it ends: the worker then ends too.
    private let lifeline = Pipe()

    init(_ program: Program, _ folder: WorkerFolder, isResuming: Bool, isAlone: Bool, terminal: Terminal) throws {
        self.folder = folder
        errors = WorkerErrors(terminal)
        process.executableURL = program.executable
        process.arguments = program.arguments
        if let output = program.output { process.standardOutput = output }
        var environment = terminal.environment
        environment[WorkerFolder.variable] = folder.url.path
        environment[WorkerFolder.resumingVariable] = isResuming ? "1" : nil
        environment[WorkerFolder.aloneVariable] = isAlone ? "1" : nil
        environment[WorkerFolder.terminalVariable] = terminal.isErrTerminal ? "1" : nil
        environment["COLUMNS"] = terminal.width.map(String.init)
        // A backtrace of the code under test takes seconds for each trap and says nothing about the contract.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = lifeline
        process.standardError = errors.pipe
        do { try process.run() } catch {
            throw CommandError("the worker would not start: \(error.localizedDescription)", code: .notEvaluated)
        }
        errors.start()
    }

    /// Waits for the end, kills the worker where a step takes too long or too much, and gives the command's exit code or
    /// how the worker died.
    func wait(
        watching table: StepTable, memory limit: Int, seconds: (StepTable.Running) -> Double
    ) throws -> Result<ExitCode, DeathError> {
        var watch = MemoryWatch(process: process.processIdentifier, limit: limit)
        var suspect: StepTable.Running?
        while process.isRunning {
            usleep(5_000)
            let running = table.running
            let late = running.first { $0.seconds > seconds($0) }
            // A step that was being written while it was read looks late once.
            if let late, late.index == suspect?.index, late.step == suspect?.step {
                return .failure(kill(.timeout, "still running after \(Int(seconds(late))) s", late))
            }
            suspect = late
            if watch.isExceeded(by: running) {
                return .failure(
                    kill(.memory, "more than \(limit >> 20) MiB", running.count == 1 ? running.first : nil))
            }
        }
        if process.terminationReason == .exit, let code = try folder.finishedCode() {
            errors.finish(keepsTrap: true)
            return .success(code)
        }
        let isSignal = process.terminationReason == .uncaughtSignal
        let trap = errors.finish(keepsTrap: !isSignal)
        let end =
            isSignal
            ? Self.signalName(process.terminationStatus)
            : "it ends its own process with exit(\(process.terminationStatus))"
        return .failure(DeathError(death: Death(end: .trap, message: isSignal ? trap ?? end : end, culprit: nil)))
    }

    /// What a signal tells where the runtime said nothing, as in optimised code.
    private static func signalName(_ number: Int32) -> String {
        switch number {
        case SIGILL, SIGTRAP: "a Swift runtime trap, such as an overflow or an index out of range (signal \(number))"
        case SIGSEGV, SIGBUS: "a bad memory access, such as a stack overflow (signal \(number))"
        default: "signal \(number)"
        }
    }

    /// Kills the worker at once.
    func kill() {
        guard process.isRunning else { return }
        #if canImport(Darwin)
            _ = Darwin.kill(process.processIdentifier, SIGKILL)
        #elseif canImport(Glibc)
            _ = Glibc.kill(process.processIdentifier, SIGKILL)
        #else
            _ = Musl.kill(process.processIdentifier, SIGKILL)
        #endif
    }

    private func kill(_ end: FatalStep.End, _ message: String, _ culprit: StepTable.Running?) -> DeathError {
        kill()
        process.waitUntilExit()
        errors.finish(keepsTrap: false)
        return DeathError(death: Death(end: end, message: message, culprit: culprit))
    }

    /// A death, as the failure of a wait.
    struct DeathError: Error {
        let death: Death
    }
}

/// The worker's side of its lifeline: where the supervisor is gone, nobody waits for the worker's results.
enum Lifeline {
    static func hold() {
        Thread.detachNewThread {
            do { _ = try FileHandle.standardInput.readToEnd() } catch { _exit(143) }
            _exit(143)
        }
    }
}
