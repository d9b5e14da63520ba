import ContractChecking
import Foundation
import JSONSchema

final class Worker {
    enum Ending {
        case finished
        case late
        case died(Death)
    }

    struct Death {
        let end: FatalStep.End
        let message: String
        /// The step that exceeded its time or memory.
        var culprit: StepTable.Running?
    }

    struct Program: Sendable {
        /// This executable, unless a test substitutes another.
        var executable = Bundle.main.executableURL
        var arguments: [String] = []
    }

    let table: StepTable
    private let process: ChildProcess
    private var errors: WorkerErrors
    private let channel: WorkerChannel
    /// The time for exit handlers of code under test; zero if no task ran.
    private let exitLimit: Duration
    /// A signal that the worker sent to this process.
    private let sent = Locked<Int32?>(nil)

    init(
        _ program: Program, _ order: WorkerOrder, terminal: Terminal, timeZone: String?,
        broker: RequestBroker?
    ) throws {
        guard let executable = program.executable else {
            throw CommandError("the path of the executable is unknown; use --isolation none", code: .notEvaluated)
        }
        var order = order
        exitLimit = order.work.tasks.isEmpty ? .zero : .seconds(5)
        table = try StepTable(order.tasks)
        (order.nonce, order.table) = (UUID().uuidString, table.path)
        var environment = terminal.environment
        environment[WorkerLink.variable] = "1"
        // Set it before the start: formatters keep the zone in which they were created.
        if environment["TZ"] == nil { environment["TZ"] = timeZone }
        environment["COLUMNS"] = terminal.width.map(String.init)
        let connected = try ChildProcess.connected(
            ChildProgram.worker.launch(executable, environment), program.arguments)
        process = connected.process
        channel = WorkerChannel(connected.descriptor, order, broker)
        errors = WorkerErrors(terminal, connected.output)
        SignalWatch.watchChild(process.number) { [sent] number in sent.withLock { $0 = number } }
        try channel.send(.order(order))
    }

    deinit {
        SignalWatch.forgetChild(process.number)
        table.remove()
    }

    /// Waits for the worker to end. Kills it if a step exceeds its time or memory, or the run its time. Descendants of
    /// the worker are killed too, and descriptors that they hold open are not awaited.
    func wait(
        memory limit: Int, until end: ContinuousClock.Instant?,
        seconds: (_ task: String, _ step: Int) -> Double, looked: (_ task: String, _ step: Int) -> Void = { _, _ in },
        receive: (Message) -> Void = { _ in }
    ) -> Ending {
        var watch = MemoryWatch(process: process.number, limit: limit)
        var suspect: (step: StepTable.Running, looks: Int)?
        var death: Death?
        var isLate = false
        var exit: ContinuousClock.Instant?
        var isStuckInExit = false
        var next = DispatchTime.now()
        var looks = 0
        while death == nil, !isLate, !isStuckInExit, process.ending == nil {
            takeIn(within: Self.pause, receive)
            if channel.isFinished { exit = exit ?? .now }
            isStuckInExit = exit.map { $0.duration(to: .now) >= exitLimit } ?? false
            // Do not inspect the steps after every message of a busy worker.
            guard .now() >= next else { continue }
            next = .now() + .milliseconds(Int(Self.pause))
            isLate = end.map { ContinuousClock.now >= $0 } ?? false
            death = reason(&watch, &suspect, limit, seconds)
            looks += 1
            if looks % Self.shownLooks == 0, let task = table.running.first { looked(task.task, task.step) }
        }
        let ending = process.end()
        // All its output has arrived; limit the reads, because an escaped descendant may write forever.
        var rest = Self.maximumFinalReads
        while rest > 0, takeIn(within: 0, receive) { rest -= 1 }
        channel.close()
        if let death { return .died(death) }
        if isLate { return .late }
        switch ending {
        case _ where isStuckInExit, .exit where channel.isFinished:
            errors.passOnHeld()
            return .finished
        case .exit(let status):
            errors.passOnHeld()
            let message = WorkerLink.reason(ofExit: status) ?? "it terminates its own process with exit(\(status))"
            return .died(Death(end: .trap, message: message))
        case .signal(let number):
            return .died(Death(end: .trap, message: errors.trapMessage ?? Self.signalName(number)))
        }
    }

    private static let pause: Int32 = 5
    private static let shownLooks = 40
    /// The looks, half a second, during which a late step must go on. After a pause of the machine its time is over,
    /// although it did not run.
    private static let lateLooks = 100
    private static let maximumFinalReads = 4096

    @discardableResult
    private func takeIn(within milliseconds: Int32, _ receive: (Message) -> Void) -> Bool {
        let open = [channel.descriptor, errors.descriptor].filter { $0 >= 0 }
        // A worker that closed its streams is usually about to exit.
        if open.isEmpty, milliseconds > 0 { usleep(500) }
        let isReadable = Descriptors.readable(open, within: open.isEmpty ? 0 : milliseconds)
        var hasTaken = false
        for (descriptor, isReadable) in zip(open, isReadable) where isReadable {
            let bytes = Descriptors.read(descriptor)
            hasTaken = hasTaken || !bytes.isEmpty
            if descriptor == errors.descriptor { errors.note(bytes) } else { channel.note(bytes, receive) }
        }
        return hasTaken
    }

    private func reason(
        _ watch: inout MemoryWatch, _ suspect: inout (step: StepTable.Running, looks: Int)?, _ limit: Int,
        _ seconds: (String, Int) -> Double
    ) -> Death? {
        if let number = sent.withLock({ $0 }) {
            return Death(end: .trap, message: "it sends signal \(number) to its supervisor")
        }
        let running = table.running
        let late = running.first { isLate($0, seconds($0.task, $0.step), among: running.count) }
        var looks = 0
        if let late, let suspect, suspect.step.task == late.task, suspect.step.step == late.step {
            looks = suspect.looks + 1
        }
        suspect = late.map { ($0, looks) }
        if let late, looks >= Self.lateLooks {
            return Death(
                end: .timeout, message: "still running after \(Int(seconds(late.task, late.step))) s", culprit: late)
        }
        // If another step began during the memory reading, decide at the next inspection.
        guard watch.isExceeded(by: table.running), table.running.map(\.step) == running.map(\.step) else { return nil }
        return Death(
            end: .memory, message: "more than \(limit >> 20) MiB", culprit: running.count == 1 ? running.first : nil)
    }

    /// Whether a step takes too long. Time spent waiting for this process's answers does not count, and running steps
    /// share the worker's processor time.
    private func isLate(_ step: StepTable.Running, _ limit: Double, among count: Int) -> Bool {
        guard step.seconds > limit, let answered = channel.answered else { return false }
        let waited = Double(DispatchTime.now().uptimeNanoseconds - answered.uptimeNanoseconds) / 1e9
        let used = (ProcessUsage.seconds(of: process.number) - step.processor) / Double(count)
        return ProcessUsage.isLate(after: min(step.seconds, waited), used: used, limit: limit)
    }

    private static func signalName(_ number: Int32) -> String {
        switch number {
        case SIGILL, SIGTRAP: "a Swift runtime trap, such as an overflow or an index out of range (signal \(number))"
        case SIGSEGV, SIGBUS: "a bad memory access, such as a stack overflow (signal \(number))"
        default: "signal \(number)"
        }
    }
}
