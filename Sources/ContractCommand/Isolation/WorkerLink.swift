import ContractChecking
import Foundation
import JSONSchema

/// The worker's end of the connection to its supervisor: its order, its steps, its results and its questions.
final class WorkerLink: Sendable {
    /// The variable that makes a process a worker.
    static let variable = "CONTRACT_WORKER"
    /// After so many traps at one place of a check its other steps there are not tried: a dead process each takes long.
    private static let traps = 8
    /// The same for hangs, which take longer.
    private static let hangs = 2

    let order: WorkerOrder
    private let table: StepTable
    /// The steps that ended earlier workers, by task and number.
    private let fatal: [String: [Int: FatalStep]]
    private let descriptor: Int32
    /// The number of the connection's file.
    private let identity: ino_t
    /// The weight of fatal steps by task and place, as they are met again.
    private let met = Locked<[String: Int]>([:])
    private let writing = NSLock()
    private let questions = Locked(Questions())

    /// The questions without an answer.
    private struct Questions: Sendable {
        var last = 0
        var waiting: [Int: CheckedContinuation<LiveAnswer, any Error>] = [:]
    }

    static var isThis: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

    /// Takes over standard input and reads the order from it; the process ends when the supervisor does.
    init() throws(CommandError) {
        var status = stat()
        // Away from where the code under test reads, and from what it starts.
        var descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 64)
        // Few descriptors may be allowed.
        if descriptor < 0 { descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 16) }
        var lines = LineReader(descriptor)
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, descriptor >= 0,
            let nothing = FileHandle(forReadingAtPath: "/dev/null"),
            dup2(nothing.fileDescriptor, STDIN_FILENO) == STDIN_FILENO,
            let line = lines.next(), case .order(let order)? = Message(line), order.version == Message.version
        else {
            throw CommandError(
                "\(Self.variable) is set, and no supervisor of this version is there; unset it", code: .notEvaluated)
        }
        self.descriptor = descriptor
        self.order = order
        identity = status.st_ino
        table = try StepTable(takingOver: order.table, order.tasks)
        fatal = order.fatal.reduce(into: [:]) { $0[$1.check, default: [:]][$1.step] = $1 }
        // An interrupt at a terminal is for the supervisor.
        signal(SIGINT, SIG_IGN)
        Descriptors.keepAllFromOthers()
        Thread.detachNewThread { [self, lines] in
            var lines = lines
            while let line = lines.next() {
                if case .answer(let number, let answer)? = Message(line) { resume(number, .success(answer)) }
            }
            // The code under test may have put another descriptor in the connection's place, whose end says nothing of the
            // supervisor; the next message to it shows.
            if !isConnected, questions.withLock({ $0.waiting.isEmpty }) { return }
            // Without a supervisor nobody waits for results or for processes of this one.
            if getpgrp() == getpid() { kill(0, SIGKILL) }
            _exit(143)
        }
    }

    /// Whether the descriptor is still the connection's: the code under test may have closed or replaced it.
    private var isConnected: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_ino == identity
    }

    /// Ends the process where the connection is cut; to be asked while the step is noted that may have done it.
    private func requireConnection() { if !isConnected { _exit(Self.unheard) } }

    /// Notes that a step of a task is about to run: 0 is the task as a whole, then its probes from 1.
    func begin(_ task: String, step: Int, _ name: String) -> StepVerdict {
        // The next word to the supervisor reports a cut connection; a trial reports its step.
        if order.isTrial { requireConnection() }
        if let known = fatal[task] {
            // A probe's name begins with the place that it changes.
            let place = "\(task) \(name.prefix { $0 != " " })"
            if let step = known[step] {
                met.withLock { $0[place, default: 0] += step.end == .trap ? Self.hangs : Self.traps }
                return .fatal(step)
            }
            if step > 0, met.withLock({ $0[place, default: 0] }) >= Self.traps * Self.hangs { return .skip }
        }
        table.begin(task, step: step)
        return .run
    }

    func end(_ task: String) {
        if order.isTrial { requireConnection() }
        table.end(task)
    }

    /// Sends a message to the supervisor; a trial sends only questions.
    func send(_ message: Message) {
        guard !order.isTrial else { return }
        do { try write(message) } catch { _exit(Self.unheard) }
    }

    /// Reports the end of the work; a process that merely exits does not.
    func finish() {
        do { try write(.end) } catch { _exit(Self.unheard) }
    }

    /// Asks the supervisor for something, and waits for the answer.
    ///
    /// - Throws: `URLError.cancelled` where the task is cancelled, or the error that the supervisor sends.
    func ask(_ question: LiveQuestion) async throws -> LiveAnswer {
        let number = questions.withLock { questions in
            questions.last += 1
            return questions.last
        }
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                questions.withLock { $0.waiting[number] = continuation }
                guard !Task.isCancelled else {
                    resume(number, .failure(URLError(.cancelled)))
                    return
                }
                do { try write(.question(number, question)) } catch { resume(number, .failure(error)) }
            }
        } onCancel: {
            if resume(number, .failure(URLError(.cancelled))) { send(.withdrawal(number)) }
        }
        if case .failed(let error) = answer { throw error.error }
        return answer
    }

    @discardableResult
    private func resume(_ number: Int, _ result: Result<LiveAnswer, any Error>) -> Bool {
        guard let waiting = questions.withLock({ $0.waiting.removeValue(forKey: number) }) else { return false }
        waiting.resume(with: result)
        return true
    }

    /// The exit code of a worker whose messages no longer reach the supervisor.
    private static let unheard: Int32 = 175

    /// The meaning of an exit code that the code under test did not choose; `nil` for any other.
    static func reason(ofExit status: Int32) -> String? {
        status == unheard ? "it closes or replaces descriptors that are not its own" : nil
    }

    private func write(_ message: Message) throws {
        // Behind an end of line of its own, whatever the code under test has written there.
        let line = try [UInt8(ascii: "\n")] + message.line(nonce: order.nonce)
        writing.withLock {
            // A run whose results are lost is none.
            requireConnection()
            do { try SystemFiles.write(line, to: descriptor, "the supervisor") } catch { _exit(Self.unheard) }
        }
    }
}
