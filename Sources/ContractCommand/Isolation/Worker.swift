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
        /// Where its standard output goes.
        enum Output: Sendable {
            /// To this process's own.
            case own
            /// To this process's standard error: it is the code under test that prints.
            case errors
            case nothing
        }

        let executable: URL
        let arguments: [String]
        var output = Output.own
        /// The time zone it runs in, where the environment names none; `nil` is the machine's.
        var timeZone: String?

        init(executable: URL, arguments: [String], output: Output = .own) {
            self.executable = executable
            self.arguments = arguments
            self.output = output
        }

        /// This executable with other words.
        init(words: [String], output: Output = .own) throws(CommandError) {
            guard let executable = Bundle.main.executableURL else {
                throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
            }
            self.init(executable: executable, arguments: words, output: output)
        }

        /// The same program with other output.
        func writing(to output: Output) -> Program {
            var program = self
            program.output = output
            return program
        }
    }

    /// What is running in it.
    let table: StepTable
    private let process: ChildProcess
    private var errors: WorkerErrors
    private let channel: WorkerChannel

    /// Gives an order to a process that waits for one.
    ///
    /// - Parameter desk: answers what the worker asks for.
    init(_ waiting: WaitingWorker, _ order: WorkerOrder, terminal: Terminal, desk: (any WorkerDesk)? = nil) throws {
        table = try StepTable(count: order.tasks.count)
        process = waiting.process
        let (connection, read) = waiting.take()
        channel = WorkerChannel(connection, nonce: waiting.nonce, desk)
        errors = WorkerErrors(terminal, read)
        channel.send(order.lines(table: table.path))
    }

    deinit { table.remove() }

    /// Waits for the end, and kills the worker where a step takes too long or too much.
    ///
    /// What the worker leaves running ends with it, and nobody waits for what such a process holds open.
    ///
    /// - Parameter seconds: how long a step may take.
    /// - Returns: the end, and what the worker told.
    func wait(
        memory limit: Int, seconds: (StepTable.Running) -> Double,
        told: (WorkerChannel.Word, [UInt8]) -> Void = { _, _ in }
    ) -> (end: End, heard: WorkerChannel.Heard) {
        var watch = MemoryWatch(process: process.number, limit: limit)
        var suspect: StepTable.Running?
        var death: Death?
        var next = DispatchTime.now()
        while death == nil, process.ending == nil {
            takeIn(within: Self.pause, told)
            // A worker that tells much is not looked at with each word.
            guard .now() >= next else { continue }
            next = .now() + .milliseconds(Int(Self.pause))
            death = reason(&watch, &suspect, limit, seconds)
        }
        let ending = process.end()
        // Everything it wrote has come; a process that got away may go on writing for ever.
        var rest = Self.mostRest
        while rest > 0, takeIn(within: 0, told) { rest -= 1 }
        channel.close()
        if let death {
            errors.finish(keepsTrap: false)
            return (.died(death), channel.heard)
        }
        if case .exit = ending, let code = channel.code {
            errors.finish(keepsTrap: true)
            return (.finished(code), channel.heard)
        }
        let message: String
        switch ending {
        case .exit(let status):
            errors.finish(keepsTrap: true)
            message = WorkerLink.reason(ofExit: status) ?? "it ends its own process with exit(\(status))"
        case .signal(let number): message = errors.finish(keepsTrap: false) ?? Self.signalName(number)
        }
        return (.died(Death(end: .trap, message: message)), channel.heard)
    }

    /// Milliseconds between two looks at what is running.
    private static let pause: Int32 = 5
    /// Chunks that are read of what was written before the end.
    private static let mostRest = 4096

    /// Takes in what has come; false where nothing has.
    @discardableResult
    private func takeIn(within milliseconds: Int32, _ told: (WorkerChannel.Word, [UInt8]) -> Void) -> Bool {
        let open = [channel.descriptor, errors.descriptor].filter { $0 >= 0 }
        let isReadable = Descriptors.readable(open, within: milliseconds)
        // Most that have closed all they had are about to end.
        if open.isEmpty, milliseconds > 0 { usleep(500) }
        var hasTaken = false
        for (descriptor, isReadable) in zip(open, isReadable) where isReadable {
            let bytes = Descriptors.read(descriptor)
            hasTaken = hasTaken || !bytes.isEmpty
            if descriptor == errors.descriptor { errors.note(bytes) } else { channel.note(bytes, told) }
        }
        return hasTaken
    }

    /// Why the worker has to be killed now; `nil` where it need not be.
    private func reason(
        _ watch: inout MemoryWatch, _ suspect: inout StepTable.Running?, _ limit: Int,
        _ seconds: (StepTable.Running) -> Double
    ) -> Death? {
        let running = table.running
        let late = running.first { $0.seconds > seconds($0) }
        // A step that was being written while it was read looks late once.
        if let late, late.index == suspect?.index, late.step == suspect?.step {
            return Death(end: .timeout, message: "still running after \(Int(seconds(late))) s", culprit: late)
        }
        suspect = late
        // Where another step began while the memory was read, the next look tells whose it is.
        guard watch.isExceeded(by: running), table.running.map(\.step) == running.map(\.step) else { return nil }
        return Death(
            end: .memory, message: "more than \(limit >> 20) MiB", culprit: running.count == 1 ? running.first : nil)
    }

    /// What a signal tells where the runtime said nothing, as in optimised code.
    private static func signalName(_ number: Int32) -> String {
        switch number {
        case SIGILL, SIGTRAP: "a Swift runtime trap, such as an overflow or an index out of range (signal \(number))"
        case SIGSEGV, SIGBUS: "a bad memory access, such as a stack overflow (signal \(number))"
        default: "signal \(number)"
        }
    }
}

/// A process that was started, and waits for its order.
final class WaitingWorker: Sendable {
    let process: ChildProcess
    let nonce = UUID().uuidString
    /// This process's ends of the connection and of its standard error, until a worker takes them.
    private let descriptors: Locked<(connection: Int32, errors: Int32)>

    init(_ program: Worker.Program, _ terminal: Terminal) throws {
        let (own, other) = try Descriptors.connection()
        defer { close(other) }
        let read: Int32
        let write: Int32
        do { (read, write) = try Descriptors.pipe() } catch {
            close(own)
            throw error
        }
        defer { close(write) }
        descriptors = Locked((own, read))
        var environment = terminal.environment
        environment[WorkerLink.variable] = "1"
        // From the start: formatters keep the zone that they were made in, and a change would reach other code.
        if environment["TZ"] == nil { environment["TZ"] = program.timeZone }
        environment["COLUMNS"] = terminal.width.map(String.init)
        // A backtrace of the code under test takes seconds for each trap and says nothing about the contract.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        let output =
            switch program.output {
            case .own: STDOUT_FILENO
            case .errors: write
            case .nothing: nothing
            }
        do {
            process = try ChildProcess(
                ChildProgram.worker.launch(program.executable, environment), program.arguments,
                ChildProcess.Streams(input: other, output: output, errors: write))
        } catch {
            close(own)
            close(read)
            throw error
        }
        let greeting = WorkerGreeting(nonce: nonce, isErrTerminal: terminal.isErrTerminal)
        try SystemFiles.write(greeting.line, to: own, "the worker")
    }

    deinit {
        let (connection, errors) = take()
        for descriptor in [connection, errors] where descriptor >= 0 { close(descriptor) }
    }

    /// Hands over the connection and the standard error, to be closed by who takes them.
    func take() -> (connection: Int32, errors: Int32) {
        descriptors.withLock { descriptors in
            defer { descriptors = (-1, -1) }
            return descriptors
        }
    }
}

/// The worker's standard error, passed on as it comes.
///
/// From the first line that looks like the runtime's word of a trap it is held back: where the worker then dies of a trap
/// the report tells it, without the backtrace that follows; where it does not, the text is passed on after all.
struct WorkerErrors: ~Copyable {
    /// What is read from; negative at the end.
    private(set) var descriptor: Int32
    private let terminal: Terminal
    private var held: [UInt8] = []

    init(_ terminal: Terminal, _ descriptor: Int32) {
        self.terminal = terminal
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Gives the message of the last trap that the worker told of, where there is one.
    @discardableResult
    mutating func finish(keepsTrap: Bool) -> String? {
        let text = String(decoding: held, as: UTF8.self)
        held = []
        if keepsTrap {
            if !text.isEmpty { terminal.err(.verbatim(text)) }
            return nil
        }
        let lines = text.split(separator: "\n").filter { line in Self.marks.contains { line.contains($0) } }
        guard let line = lines.last else { return nil }
        let mark = Self.marks.first { $0.hasSuffix(": ") && line.contains($0) }
        let message = mark.flatMap { line.range(of: $0) }.map { line[$0.upperBound...] } ?? line
        return String(message.prefix(300))
    }

    private static let marks = [
        "atal error: ", "recondition failed: ", "ssertion failed: ", "Could not cast value",
    ]

    /// Takes what was read; nothing is the end.
    mutating func note(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            close(descriptor)
            descriptor = -1
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if held.isEmpty, !Self.marks.contains(where: { text.contains($0) }) { return terminal.err(.verbatim(text)) }
        // A flood of words behind a trap says nothing more.
        if held.count < Self.mostHeld { held += bytes }
    }

    private static let mostHeld = 1 << 20
}
