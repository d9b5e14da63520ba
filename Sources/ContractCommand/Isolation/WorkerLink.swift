import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The worker's end of the connection to its supervisor: it says what is running and what is done, and leaves out what was
/// fatal.
final class WorkerLink: Sendable {
    /// The variable that makes a process a worker.
    static let variable = "CONTRACT_WORKER"
    /// After so many traps at one place of a check its other steps there are not tried: a dead process each takes long.
    private static let traps = 8
    /// The same for hangs, which take longer.
    private static let hangs = 2

    let order: WorkerOrder
    private let descriptor: Int32
    private let nonce: String
    private let table: StepTable
    private let slots: [String: Int]
    private let fatal: [String: [Int: FatalStep]]
    /// The weight of fatal steps by task and place, as they are met again.
    private let met = Locked<[String: Int]>([:])
    private let writing = Locked(())

    /// Takes over standard input, and reads the order from it; the process ends when the supervisor does.
    ///
    /// - Throws: where standard input is no connection to a supervisor.
    init() throws(CommandError) {
        var status = stat()
        // Away from where the code under test reads, and from what it starts.
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 64)
        var lines = LineReader(descriptor)
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, descriptor >= 0,
            let nothing = FileHandle(forReadingAtPath: "/dev/null"),
            dup2(nothing.fileDescriptor, STDIN_FILENO) == STDIN_FILENO
        else { throw Self.noSupervisor }
        let read: (order: WorkerOrder, nonce: String, table: String)
        // Another program's words are no order.
        do { read = try WorkerOrder.read(&lines) } catch { throw Self.noSupervisor }
        self.descriptor = descriptor
        (order, nonce) = (read.order, read.nonce)
        table = try StepTable(takingOver: read.table, count: order.tasks.count)
        slots = Dictionary(order.tasks.enumerated().map { ($1, $0) }) { first, _ in first }
        var fatal: [String: [Int: FatalStep]] = [:]
        for step in order.fatal { fatal[step.check, default: [:]][step.step] = step }
        self.fatal = fatal
        // Whoever is interrupted at a terminal is the supervisor.
        signal(SIGINT, SIG_IGN)
        Thread.detachNewThread { [lines] in
            var lines = lines
            // Where the supervisor is gone, nobody waits for results.
            while lines.next() != nil {}
            _exit(143)
        }
    }

    private static var noSupervisor: CommandError {
        CommandError("\(variable) is set, and no supervisor is there; unset it", code: .notEvaluated)
    }

    /// Notes that a step of a task is about to run: 0 is the task as a whole, then its probes from 1.
    func begin(_ task: String, step: Int, _ name: String) -> StepVerdict {
        if let known = fatal[task] {
            // A probe's name begins with the place that it changes.
            let place = "\(task) \(name.prefix { $0 != " " })"
            if let step = known[step] {
                met.withLock { $0[place, default: 0] += step.end == .trap ? Self.hangs : Self.traps }
                return .fatal(step)
            }
            if step > 0, met.withLock({ $0[place, default: 0] }) >= Self.traps * Self.hangs { return .skip }
        }
        if let slot = slots[task] { table.begin(slot, step: step) }
        return .run
    }

    /// Notes that a task has ended.
    func end(_ task: String) {
        if let slot = slots[task] { table.end(slot) }
    }

    /// Hands over a result, so that no later worker need make it again.
    func report(_ result: JSON) throws { try write(.result, result.bytes(.compact)) }

    /// Says that the command came to its end; a process that merely exits does not.
    func finish(_ code: ExitCode) throws { try write(.end, Array("\(code.rawValue)".utf8)) }

    private func write(_ word: WorkerChannel.Word, _ bytes: [UInt8]) throws {
        let line = nonce.utf8 + [word.rawValue] + bytes + [UInt8(ascii: "\n")]
        try writing.withLock { _ in try SystemFiles.write(line, to: descriptor, "the supervisor") }
    }
}

/// The checks of a run in a worker, as the engine speaks of them.
struct WorkerMonitor: RunMonitor {
    private let link: WorkerLink
    private let done: [String: CheckResult]

    init(_ link: WorkerLink) throws {
        self.link = link
        // What a check came to before it turned out to be fatal as a whole is not what it came to.
        let fatal = Set(link.order.fatal.filter { $0.step == 0 }.map(\.check))
        done = Dictionary(
            try link.order.results.map { try CheckResult(json: try JSON(parsing: $0)) }.map { ($0.check.id, $0) }
        ) { $1 }.filter { !fatal.contains($0.key) }
    }

    var isResuming: Bool { link.order.isResuming }
    var isAlone: Bool { link.order.isAlone }
    /// Whether one check is run to see if it ends this process, and nothing is told of the run.
    var isTrial: Bool { link.order.trial != nil }
    /// The identifiers of the checks that earlier workers have done.
    var doneChecks: Set<String> { Set(done.keys) }

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict { link.begin(check.id, step: step, name) }

    func end(_ check: Check) async {
        link.end(check.id)
        // What the code under test left running is given the time to show itself.
        do { if link.order.trial == check.id { try await Task.sleep(nanoseconds: Self.aftermath) } } catch { return }
    }

    /// How long a trial goes on behind its check, in nanoseconds.
    private static let aftermath: UInt64 = 400_000_000

    func finished(_ check: Check) -> CheckResult? {
        guard let trial = link.order.trial else { return done[check.id] }
        return trial == check.id ? nil : CheckResult(check: check, outcome: .skipped, reason: "another check is tried")
    }

    /// Keeps a result, so that the next worker need not run its check again.
    func keep(_ result: CheckResult) throws {
        if done[result.check.id] == nil, !isTrial { try link.report(result.json) }
    }
}
