import ContractChecking
import Foundation
import JSONSchema

final class WorkerLink: Sendable {
    static let variable = "CONTRACT_WORKER"
    /// The weight of fatal steps at one place of a check after which its other steps are skipped: each costs a process.
    private static let weightLimit = 8
    /// A hang takes longer than a trap.
    private static let (trapWeight, hangWeight) = (1, 4)
    /// The weight of hangs anywhere in a check after which its other steps are skipped.
    private static let hangLimit = 3 * hangWeight

    let order: WorkerOrder
    private let table: StepTable
    /// The steps that ended earlier workers, by task and number.
    private let fatal: [String: [Int: FatalStep]]
    private let descriptor: Int32
    /// The inode of the connection.
    private let identity: ino_t
    /// The weight of fatal steps by task and place, and of hangs by task, counted as the steps come up again.
    private let met = Locked<[String: Int]>([:])
    private let writing = NSLock()
    private let questions = Locked(Questions())

    private struct Questions: Sendable {
        var last = 0
        var waiting: [Int: CheckedContinuation<LiveAnswer, any Error>] = [:]
    }

    static var isWorkerProcess: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

    /// Takes over standard input and reads the order from it. The process ends when the supervisor does.
    init() throws(CommandError) {
        var status = stat()
        // Move the connection to a descriptor that code under test and its child processes do not use.
        var descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 64)
        if descriptor < 0 { descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 16) }
        var lines = LineReader(descriptor)
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, descriptor >= 0,
            let nothing = FileHandle(forReadingAtPath: "/dev/null"),
            dup2(nothing.fileDescriptor, STDIN_FILENO) == STDIN_FILENO,
            let line = lines.next(), case .order(let order)? = Message(line), order.version == Message.version
        else {
            throw CommandError(
                "\(Self.variable) is set, but there is no supervisor of this version; unset it", code: .notEvaluated)
        }
        self.descriptor = descriptor
        self.order = order
        identity = status.st_ino
        table = try StepTable(takingOver: order.table, order.tasks)
        fatal = order.fatal.reduce(into: [:]) { $0[$1.check, default: [:]][$1.step] = $1 }
        // The supervisor handles an interrupt at the terminal.
        signal(SIGINT, SIG_IGN)
        Descriptors.keepAllFromOthers()
        Thread.detachNewThread { [self, lines] in
            var lines = lines
            while let line = lines.next() {
                if case .answer(let number, let answer)? = Message(line) { resume(number, .success(answer)) }
            }
            // If code under test replaced the descriptor, its end of file does not mean that the supervisor exited. The
            // next message detects the replacement.
            if !isConnected, questions.withLock({ $0.waiting.isEmpty }) { return }
            // Without a supervisor, end this process and its process group.
            if getpgrp() == getpid() { kill(0, SIGKILL) }
            _exit(143)
        }
    }

    /// Whether the descriptor still belongs to the connection; code under test may have closed or replaced it.
    private var isConnected: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_ino == identity
    }

    /// Ends the process if code under test cut the connection. Call it while the responsible step is still marked as
    /// running.
    private func requireConnection() { if !isConnected { _exit(Self.disconnected) } }

    /// Marks a step of a task as running. Step 0 is the task as a whole, and its probes start at 1.
    func begin(_ task: String, step: Int, _ name: String, staysOnThread: Bool = false) -> StepVerdict {
        // Outside a trial, the next message detects a cut connection.
        if order.isTrial { requireConnection() }
        if let known = fatal[task] {
            // A probe's name begins with the place that it changes.
            let place = "\(task) \(name.prefix { $0 != " " })"
            if let step = known[step] {
                met.withLock { met in
                    met[place, default: 0] += step.end == .trap ? Self.trapWeight : Self.hangWeight
                    if step.end != .trap { met[task, default: 0] += Self.hangWeight }
                }
                return .fatal(step)
            }
            let (atPlace, hangs) = met.withLock { ($0[place, default: 0], $0[task, default: 0]) }
            if step > 0, atPlace >= Self.weightLimit || hangs >= Self.hangLimit { return .skip }
        }
        table.begin(task, step: step, staysOnThread: staysOnThread)
        return .run
    }

    func end(_ task: String) {
        if order.isTrial { requireConnection() }
        table.end(task)
    }

    func send(_ message: Message) {
        guard !order.isTrial else { return }
        do { try write(message) } catch { _exit(Self.disconnected) }
    }

    func finish() {
        do { try write(.end) } catch { _exit(Self.disconnected) }
    }

    /// - Throws: `URLError.cancelled` if the task is cancelled, or the error that the supervisor sends.
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

    /// The exit status of a worker whose messages no longer reach the supervisor.
    private static let disconnected: Int32 = 175

    static func reason(ofExit status: Int32) -> String? {
        status == disconnected ? "it closes or replaces descriptors that it does not own" : nil
    }

    private func write(_ message: Message) throws {
        // Start a new line, because code under test may have written to the connection.
        let line = try [UInt8(ascii: "\n")] + message.line(nonce: order.nonce)
        writing.withLock {
            // A result that cannot be delivered must not count as success.
            requireConnection()
            do { try SystemFiles.write(line, to: descriptor, "the supervisor") } catch { _exit(Self.disconnected) }
        }
    }
}
