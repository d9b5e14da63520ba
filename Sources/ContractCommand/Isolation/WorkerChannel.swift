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

/// The supervisor's end of the connection to one worker, whose other end is the worker's standard input.
///
/// An order goes out; results come in, and last the word that the command came to its end. Each line of the worker begins
/// with a number that only the two know, so that nothing the code under test writes is taken for one. The connection
/// closes with this process, however it ends: the worker then ends too.
final class WorkerChannel: Sendable {
    /// What a line of the worker is, told by the byte behind the number.
    enum Word: UInt8 {
        case result = 0x2B
        case end = 0x2E
    }

    private struct Received: Sendable {
        var results: [[UInt8]] = []
        var code: ExitCode?
    }

    /// The worker's end; it is closed here once the worker has it.
    let workerEnd: FileHandle
    private let descriptor: Int32
    private let nonce = UUID().uuidString
    private let received = Locked(Received())
    private let isOver = DispatchSemaphore(value: 0)

    init() throws(CommandError) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else {
            throw CommandError(
                "cannot make a connection to a worker: \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        workerEnd = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    deinit { close(descriptor) }

    /// Hands over an order to the worker that was started, and takes in what it tells from then on.
    func start(_ order: WorkerOrder, table: StepTable) throws {
        try workerEnd.close()
        let lines = order.lines(nonce: nonce, table: table.path)
        // A worker that is gone is an error of writing, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread { [self] in
            // One that dies before it has read its order is told by its death.
            do { try SystemFiles.write(lines, to: descriptor, "the order of a worker") } catch { return }
        }
        Thread.detachNewThread { [self] in
            var reader = LineReader(descriptor)
            while let line = reader.next() { note(line) }
            isOver.signal()
        }
    }

    /// Waits until a worker that ended has told everything: its results, and the exit code where it came to its end.
    func finish() -> (results: [[UInt8]], code: ExitCode?) {
        isOver.wait()
        return received.withLock { ($0.results, $0.code) }
    }

    private func note(_ line: [UInt8]) {
        guard line.starts(with: nonce.utf8), line.count > nonce.utf8.count,
            let word = Word(rawValue: line[nonce.utf8.count])
        else { return }
        let rest = line.dropFirst(nonce.utf8.count + 1)
        received.withLock { received in
            switch word {
            case .result: received.results.append(Array(rest))
            case .end: received.code = Int32(String(decoding: rest, as: UTF8.self)).flatMap(ExitCode.init(rawValue:))
            }
        }
    }
}

/// The lines that come in over a descriptor, without their ends.
struct LineReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Where the line begins in the buffer, and up to where its end was looked for.
    private var start = 0
    private var scanned = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; `nil` at the end. A last line without an end was not finished, and is left out.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, scanned) = (end + 1, end + 1) }
                return Array(buffer[start..<end])
            }
            buffer.removeFirst(start)
            (start, scanned) = (0, buffer.count)
            let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { chunk in
                var count = read(descriptor, chunk.baseAddress, chunk.count)
                while count < 0, errno == EINTR { count = read(descriptor, chunk.baseAddress, chunk.count) }
                if count > 0 { buffer += chunk[..<count] }
                return count
            }
            if count <= 0 { return nil }
        }
    }
}

/// What a supervisor hands over to a worker: what there is to do, and what became of it so far.
struct WorkerOrder: Sendable {
    /// The identifiers of everything that may be running, by its slot in the table of steps.
    let tasks: [String]
    /// Whether standard error ends up on a terminal.
    let isErrTerminal: Bool
    /// Whether another worker was there before.
    var isResuming = false
    /// Whether one task is to run at a time, so that the last one begun is known to be fatal.
    var isAlone = false
    /// The only task that is to be done, of which nothing is to be told; `nil` for all.
    var trial: String?
    /// Why a worker died that no step was found for.
    var unexplained: String?
    /// The steps that ended an earlier worker.
    var fatal: [FatalStep] = []
    /// The results of earlier workers, each the text of a JSON value.
    var results: [[UInt8]] = []

    init(tasks: [String], isErrTerminal: Bool) {
        self.tasks = tasks
        self.isErrTerminal = isErrTerminal
    }
}

/// The lines of an order: the first is about all of it, and a result stands on each of the others.
extension WorkerOrder {
    /// - Parameters:
    ///   - nonce: what every line of the worker has to begin with.
    ///   - table: the path of the table of steps.
    func lines(nonce: String, table: String) -> [UInt8] {
        let head: JSON = [
            "nonce": .string(nonce), "table": .string(table), "tasks": .array(tasks.map(JSON.string)),
            "terminal": .bool(isErrTerminal), "resuming": .bool(isResuming), "alone": .bool(isAlone),
            "trial": trial.map(JSON.string) ?? .null,
            "fatal": .array(
                fatal.map { step in
                    [
                        "check": .string(step.check), "step": .number(JSONNumber(step.step)),
                        "end": .string(step.end.rawValue), "message": .string(step.message),
                    ]
                }),
            "results": .number(JSONNumber(results.count)),
        ]
        return ([head.bytes(.compact)] + results).flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// Reads what `lines` wrote.
    ///
    /// - Throws: where the lines are no whole order.
    static func read(_ lines: inout LineReader) throws -> (order: WorkerOrder, nonce: String, table: String) {
        guard let line = lines.next() else { throw OrderFault() }
        let head = JSONCursor(try JSON(parsing: line), OrderReading())
        var order = WorkerOrder(
            tasks: try head.member("tasks").elements().map { try $0.string() },
            isErrTerminal: try head.member("terminal").bool())
        order.isResuming = try head.member("resuming").bool()
        order.isAlone = try head.member("alone").bool()
        let trial = try head.member("trial")
        if !trial.json.isNull { order.trial = try trial.string() }
        order.fatal = try head.member("fatal").elements().map { try FatalStep($0) }
        for _ in 0..<max(0, try head.member("results").int()) {
            guard let line = lines.next() else { throw OrderFault() }
            order.results.append(line)
        }
        return (order, try head.member("nonce").string(), try head.member("table").string())
    }
}

extension FatalStep {
    fileprivate init(_ step: JSONCursor<OrderReading>) throws(OrderFault) {
        let end = try step.member("end")
        guard let known = End(rawValue: try end.string()) else { throw end.failure(expected: "an end") }
        self.init(
            check: try step.member("check").string(), step: try step.member("step").int(), end: known,
            message: try step.member("message").string())
    }
}

/// Reads what another process of this program wrote: whatever else is there was written by no supervisor.
private final class OrderReading: StoppingReading {
    func failure(_ fault: JSONFault) -> OrderFault { OrderFault() }
}

private struct OrderFault: Error {}
