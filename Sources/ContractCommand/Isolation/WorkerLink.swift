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

    let isErrTerminal: Bool
    private let descriptor: Int32
    /// The number of the connection's file.
    private let identity: ino_t
    private let nonce: String
    /// What there is to do, once it has come.
    private let given = Locked<Assignment?>(nil)
    private let isGiven = DispatchGroup()
    /// The weight of fatal steps by task and place, as they are met again.
    private let met = Locked<[String: Int]>([:])
    /// The tasks that are known to depend on the time zone.
    private let timed = Locked<Set<String>>([])
    private let writing = NSLock()
    private let questions = Locked(Questions())

    private struct Assignment: Sendable {
        let order: WorkerOrder
        let table: StepTable
        let slots: [String: Int]
        let fatal: [String: [Int: FatalStep]]

        init(_ order: WorkerOrder, _ table: StepTable) {
            self.order = order
            self.table = table
            slots = Dictionary(order.tasks.enumerated().map { ($1, $0) }) { first, _ in first }
            var fatal: [String: [Int: FatalStep]] = [:]
            for step in order.fatal { fatal[step.check, default: [:]][step.step] = step }
            self.fatal = fatal
        }
    }

    /// What was asked, and is not answered yet.
    private struct Questions: Sendable {
        var last = 0
        var waiting: [Int: CheckedContinuation<JSON, any Error>] = [:]
    }

    /// Takes over standard input, from where the order comes; the process ends when the supervisor does.
    ///
    /// - Throws: where standard input is no connection to a supervisor.
    init() throws(CommandError) {
        var status = stat()
        // Away from where the code under test reads, and from what it starts.
        var descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 64)
        // Few descriptors may be allowed.
        if descriptor < 0 { descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 16) }
        var lines = LineReader(descriptor)
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, descriptor >= 0,
            let nothing = FileHandle(forReadingAtPath: "/dev/null"),
            dup2(nothing.fileDescriptor, STDIN_FILENO) == STDIN_FILENO
        else { throw Self.noSupervisor }
        let greeting: WorkerGreeting
        // Another program's words are none.
        do { greeting = try WorkerGreeting.read(&lines) } catch { throw Self.noSupervisor }
        self.descriptor = descriptor
        identity = status.st_ino
        (nonce, isErrTerminal) = (greeting.nonce, greeting.isErrTerminal)
        // Whoever is interrupted at a terminal is the supervisor.
        signal(SIGINT, SIG_IGN)
        Descriptors.keepAllFromOthers()
        isGiven.enter()
        Thread.detachNewThread { [self, lines] in
            var lines = lines
            let assignment = Self.assignment(&lines)
            given.withLock { $0 = assignment }
            isGiven.leave()
            while let line = lines.next() { answer(line) }
            // An end of what the code under test has put in the connection's place says nothing of the supervisor; the next
            // word to it tells.
            if !isConnected, questions.withLock({ $0.waiting.isEmpty }) { return }
            // Where the supervisor is gone, nobody waits for results; nor for what this process started.
            if getpgrp() == getpid() { kill(0, SIGKILL) }
            _exit(143)
        }
    }

    private static func assignment(_ lines: inout LineReader) -> Assignment {
        do {
            let (order, table) = try WorkerOrder.read(&lines)
            return Assignment(order, try StepTable(takingOver: table, count: order.tasks.count))
        } catch let error as CommandError {
            Terminal.end("contracts: \(error.message)\n", error.code)
        } catch {
            // A supervisor that needs this process no longer gives no order.
            _exit(143)
        }
    }

    /// What there is to do; waits for it. The supervisor says it as soon as it has read the contracts.
    private var assignment: Assignment {
        while true {
            if let assignment = given.withLock({ $0 }) { return assignment }
            isGiven.wait()
        }
    }

    var order: WorkerOrder { assignment.order }

    private static var noSupervisor: CommandError {
        CommandError("\(variable) is set, and no supervisor is there; unset it", code: .notEvaluated)
    }

    /// Whether the descriptor is still the connection's: the code under test may have closed or replaced it.
    private var isConnected: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_ino == identity
    }

    /// Ends the process where the connection is cut; to be asked while the step is noted that may have done it.
    private func requireConnection() {
        if !isConnected { _exit(Self.unheard) }
    }

    /// Notes that a step of a task is about to run: 0 is the task as a whole, then its probes from 1.
    func begin(_ task: String, step: Int, _ name: String) -> StepVerdict {
        let assignment = assignment
        // What cuts the connection is told by the next word to the supervisor; a trial tells which step it was.
        if assignment.order.tries(task) { requireConnection() }
        if let known = assignment.fatal[task] {
            // A probe's name begins with the place that it changes.
            let place = "\(task) \(name.prefix { $0 != " " })"
            if let step = known[step] {
                met.withLock { $0[place, default: 0] += step.end == .trap ? Self.hangs : Self.traps }
                return .fatal(step)
            }
            if step > 0, met.withLock({ $0[place, default: 0] }) >= Self.traps * Self.hangs { return .skip }
        }
        if let slot = assignment.slots[task] { assignment.table.begin(slot, step: step) }
        return .run
    }

    /// Notes that a task has ended.
    func end(_ task: String) {
        let assignment = assignment
        if assignment.order.tries(task) { requireConnection() }
        if let slot = assignment.slots[task] { assignment.table.end(slot) }
    }

    /// Hands over a result, so that no later worker need make it again.
    func report(_ result: JSON) { write(.result, result.bytes(.compact)) }

    /// Hands over something that a later worker is to know.
    func keep(_ note: JSON) { write(.note, note.bytes(.compact)) }

    /// Says that a task may depend on the time zone.
    func noteTime(in task: String) {
        if timed.withLock({ $0.insert(task).inserted }) { write(.time, Array(task.utf8)) }
    }

    /// Says that the command came to its end; a process that merely exits does not.
    func finish(_ code: ExitCode) { write(.end, Array("\(code.rawValue)".utf8)) }

    /// Asks the supervisor for something, and waits for the answer.
    ///
    /// - Throws: `URLError.cancelled` where the task is cancelled.
    func ask(_ question: LiveQuestion, _ members: JSONObject = [:]) async throws -> JSON {
        let number = questions.withLock { questions in
            questions.last += 1
            return questions.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                questions.withLock { $0.waiting[number] = continuation }
                guard !Task.isCancelled else {
                    end(number, .failure(URLError(.cancelled)))
                    return
                }
                var members = members
                members["ask"] = .string(question.rawValue)
                members["number"] = .number(JSONNumber(number))
                write(.question, JSON.object(members).bytes(.compact))
            }
        } onCancel: {
            if end(number, .failure(URLError(.cancelled))) { write(.withdrawal, Array("\(number)".utf8)) }
        }
    }

    private func answer(_ line: [UInt8]) {
        // The supervisor writes nothing else; whoever else wrote it answers nothing.
        guard let json = try? JSON(parsing: line), let number = json["number"]?.intValue, let answer = json["answer"]
        else { return }
        end(number, .success(answer))
    }

    /// Ends a question; false where nobody waits for its answer.
    @discardableResult
    private func end(_ number: Int, _ result: Result<JSON, any Error>) -> Bool {
        guard let waiting = questions.withLock({ $0.waiting.removeValue(forKey: number) }) else { return false }
        waiting.resume(with: result)
        return true
    }

    /// The exit code of a worker whose words no longer reach the supervisor.
    private static let unheard: Int32 = 175

    /// What a worker's exit code says that the code under test did not choose.
    static func reason(ofExit status: Int32) -> String? {
        status == unheard ? "it closes or replaces descriptors that are not its own" : nil
    }

    private func write(_ word: WorkerChannel.Word, _ bytes: [UInt8]) {
        // Behind an end of line of its own, whatever the code under test has written there.
        let line = [UInt8(ascii: "\n")] + nonce.utf8 + [word.rawValue] + bytes + [UInt8(ascii: "\n")]
        writing.withLock {
            // A run whose results are lost is none.
            requireConnection()
            do { try SystemFiles.write(line, to: descriptor, "the supervisor") } catch { _exit(Self.unheard) }
        }
    }
}

/// The checks of a run in a worker, as the engine speaks of them.
struct WorkerMonitor: RunMonitor {
    let link: WorkerLink
    private let done: [String: CheckResult]
    let pooled: [PooledCall]

    init(_ link: WorkerLink) throws {
        self.link = link
        pooled = try link.order.kept.compactMap { PooledCall(worker: try JSON(parsing: $0)) }
        // What a check came to before it turned out to be fatal as a whole is not what it came to.
        let fatal = Set(link.order.fatal.filter { $0.step == 0 }.map(\.check))
        done = Dictionary(
            try link.order.results.map { try CheckResult(json: try JSON(parsing: $0)) }.map { ($0.check.id, $0) }
        ) { $1 }.filter { !fatal.contains($0.key) }
    }

    var isResuming: Bool { link.order.isResuming }
    let outlivesProcess = true
    var isAlone: Bool { link.order.isAlone }
    /// The identifiers of the checks that earlier workers have done.
    var doneChecks: Set<String> { Set(done.keys) }

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict { link.begin(check.id, step: step, name) }

    func end(_ check: Check) async {
        link.end(check.id)
        // What the code under test left running is given the time to show itself.
        do { if link.order.tries(check.id) { try await Task.sleep(nanoseconds: Self.aftermath) } } catch { return }
    }

    /// How long a trial goes on behind its check, in nanoseconds.
    private static let aftermath: UInt64 = 400_000_000

    func finished(_ check: Check) -> CheckResult? {
        guard link.order.includes(check.id) else {
            return CheckResult(check: check, outcome: .skipped, reason: "other checks are wanted")
        }
        return link.order.isTrial ? nil : done[check.id]
    }

    /// Keeps a result, so that the next worker need not run its check again.
    func keep(_ result: CheckResult) {
        let order = link.order
        if done[result.check.id] == nil, order.includes(result.check.id), !order.isTrial { link.report(result.json) }
    }

    func pool(_ call: PooledCall) { link.keep(call.workerJSON) }

    func noteTime(in check: Check) { link.noteTime(in: check.id) }

    var wantsTimesOnly: Bool { link.order.timesOnly }
}

extension PooledCall {
    fileprivate init?(worker json: JSON) {
        guard let service = json["service"]?.stringValue, let endpoint = json["endpoint"]?.stringValue,
            let name = json["name"]?.stringValue, let exchanges = json["exchanges"]?.arrayValue
        else { return nil }
        self.init(
            service: service, endpoint: endpoint, name: name, file: json["file"]?.stringValue,
            exchanges: exchanges.compactMap(ExchangeCoding.exchange))
    }

    fileprivate var workerJSON: JSON {
        [
            "service": .string(service), "endpoint": .string(endpoint), "name": .string(name),
            "file": file.map(JSON.string) ?? .null,
            "exchanges": .array(exchanges.map(ExchangeCoding.json)),
        ]
    }
}
