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

/// Answers what workers ask their supervisor for.
protocol WorkerDesk: Sendable {
    /// Answers a question; cancelled where the worker asks no longer, or is gone.
    func answer(_ question: JSON) async -> JSON
}

/// The supervisor's end of the connection to one worker, whose other end is the worker's standard input.
///
/// An order goes out, and the answers to questions; results come in, and last the word that the command came to its end.
/// Each line of the worker begins with a number that only the two know, so that nothing the code under test writes is taken
/// for one. The connection closes with this process, however it ends: the worker then ends too.
final class WorkerChannel {
    /// What a line of the worker is, told by the byte behind the number.
    enum Word: UInt8 {
        case result = 0x2B
        case end = 0x2E
        /// A question with a number of its own, by which the answer is known.
        case question = 0x3F
        /// A question that is asked no longer.
        case withdrawal = 0x21
        /// Something that the next worker is to be told.
        case note = 0x3D
        /// A check that may depend on the time zone.
        case time = 0x40
    }

    /// What a worker told of its work.
    struct Heard {
        /// The results, each the text of a JSON value.
        var results: [[UInt8]] = []
        /// What the next worker is to be told, each the text of a JSON value.
        var kept: [[UInt8]] = []
        /// The identifiers of the checks that may depend on the time zone.
        var timed: Set<String> = []
    }

    /// What is read from; negative at the end.
    private(set) var descriptor: Int32
    private(set) var heard = Heard()
    /// The exit code of a command that came to its end.
    private(set) var code: ExitCode?
    private let nonce: String
    private let desk: (any WorkerDesk)?
    private let writer: ConnectionWriter
    private var lines = LineBuffer()
    private var questions: [Int: Task<Void, Never>] = [:]

    /// - Parameters:
    ///   - descriptor: is closed with the channel.
    ///   - nonce: what every line of the worker begins with.
    init(_ descriptor: Int32, nonce: String, _ desk: (any WorkerDesk)?) {
        self.descriptor = descriptor
        self.nonce = nonce
        self.desk = desk
        writer = ConnectionWriter(descriptor)
        // A worker that is gone is an error of writing, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close() }

    /// Sends lines to the worker; one that dies before it has read them is told by its death.
    func send(_ lines: [UInt8]) { writer.send(lines) }

    /// Ends every question; nothing is sent any more.
    func close() {
        for question in questions.values { question.cancel() }
        questions = [:]
        writer.close()
        descriptor = -1
    }

    /// Takes what was read; nothing is the end.
    func note(_ bytes: [UInt8], _ told: (Word, [UInt8]) -> Void) {
        guard !bytes.isEmpty else {
            descriptor = -1
            return
        }
        lines.append(bytes)
        while let line = lines.next() { note(line: line, told) }
    }

    private func note(line: [UInt8], _ told: (Word, [UInt8]) -> Void) {
        guard line.starts(with: nonce.utf8), line.count > nonce.utf8.count,
            let word = Word(rawValue: line[nonce.utf8.count])
        else { return }
        let rest = Array(line.dropFirst(nonce.utf8.count + 1))
        switch word {
        case .result:
            heard.results.append(rest)
            told(word, rest)
        case .note: heard.kept.append(rest)
        case .time:
            heard.timed.insert(String(decoding: rest, as: UTF8.self))
            told(word, rest)
        case .end: code = Int32(String(decoding: rest, as: UTF8.self)).flatMap(ExitCode.init(rawValue:))
        case .question: ask(rest)
        case .withdrawal:
            guard let number = Int(String(decoding: rest, as: UTF8.self)) else { return }
            questions.removeValue(forKey: number)?.cancel()
        }
    }

    /// Has the desk answer a question.
    private func ask(_ line: [UInt8]) {
        // Only this program writes questions: one that is none was written by the code under test.
        guard let desk, let question = try? JSON(parsing: line), let number = question["number"]?.intValue else {
            return
        }
        questions[number] = Task.detached { [writer] in
            let answer = await desk.answer(question)
            let reply: JSON = ["number": .number(JSONNumber(number)), "answer": answer]
            writer.send(reply.bytes(.compact) + [UInt8(ascii: "\n")])
        }
    }
}

/// Lines as they come in in parts, without their ends.
struct LineBuffer {
    private var buffer: [UInt8] = []
    /// Where the next line begins, and up to where its end was looked for.
    private var start = 0
    private var scanned = 0

    /// No line of this program is longer; what comes without an end is not kept for ever.
    private static let longest = 1 << 29

    mutating func append(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        if buffer.count > Self.longest { (buffer, scanned) = ([], 0) }
        buffer += bytes
    }

    /// The next whole line; `nil` where its end has not come.
    mutating func next() -> [UInt8]? {
        guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.count
            return nil
        }
        defer { (start, scanned) = (end + 1, end + 1) }
        return Array(buffer[start..<end])
    }
}

/// The lines that come in over a descriptor, without their ends.
struct LineReader {
    private let descriptor: Int32
    private var lines = LineBuffer()

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; `nil` at the end. A last line without an end was not finished, and is left out.
    mutating func next() -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            let bytes = Descriptors.read(descriptor)
            if bytes.isEmpty { return nil }
            lines.append(bytes)
        }
    }
}

/// What a worker is told before anything of the code under test runs in it.
struct WorkerGreeting: Sendable {
    /// What every line of the worker has to begin with.
    let nonce: String
    /// Whether standard error ends up on a terminal.
    let isErrTerminal: Bool

    var line: [UInt8] {
        let json: JSON = ["nonce": .string(nonce), "terminal": .bool(isErrTerminal)]
        return json.bytes(.compact) + [UInt8(ascii: "\n")]
    }

    /// Reads what `line` wrote.
    static func read(_ lines: inout LineReader) throws -> WorkerGreeting {
        guard let line = lines.next() else { throw OrderFault() }
        let json = JSONCursor(try JSON(parsing: line), OrderReading())
        return WorkerGreeting(
            nonce: try json.member("nonce").string(), isErrTerminal: try json.member("terminal").bool())
    }
}

/// What a supervisor hands over to a worker: what there is to do, and what became of it so far.
struct WorkerOrder: Sendable {
    /// The identifiers of everything that may be running, by its slot in the table of steps.
    let tasks: [String]
    /// Whether another worker was there before.
    var isResuming = false
    /// Whether one task is to run at a time, so that the last one begun is known to be fatal.
    var isAlone = false
    /// The only tasks that are to be done; `nil` for all.
    var only: Set<String>?
    /// Whether of them only what may hold a date or a time of day is to be done.
    var timesOnly = false
    /// Whether they are done to see if they end the worker, and nothing is to be told of them.
    var isTrial = false
    /// Why a worker died that no step was found for.
    var unexplained: String?
    /// The steps that ended an earlier worker.
    var fatal: [FatalStep] = []
    /// The results of earlier workers, each the text of a JSON value.
    var results: [[UInt8]] = []
    /// What earlier workers kept for later ones, each the text of a JSON value.
    var kept: [[UInt8]] = []

    init(tasks: [String]) { self.tasks = tasks }

    func includes(_ task: String) -> Bool { only?.contains(task) ?? true }

    func tries(_ task: String) -> Bool { isTrial && includes(task) }
}

/// The lines of an order: the first is about all of it, and a result or what was kept stands on each of the others.
extension WorkerOrder {
    /// - Parameter table: the path of the table of steps.
    func lines(table: String) -> [UInt8] {
        let head: JSON = [
            "table": .string(table), "tasks": .array(tasks.map(JSON.string)), "resuming": .bool(isResuming),
            "alone": .bool(isAlone),
            "only": only.map { .array($0.sorted().map(JSON.string)) } ?? .null, "trial": .bool(isTrial),
            "times": .bool(timesOnly),
            "fatal": .array(
                fatal.map { step in
                    [
                        "check": .string(step.check), "step": .number(JSONNumber(step.step)),
                        "end": .string(step.end.rawValue), "message": .string(step.message),
                    ]
                }),
            "results": .number(JSONNumber(results.count)), "kept": .number(JSONNumber(kept.count)),
        ]
        return ([head.bytes(.compact)] + results + kept).flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// Reads what `lines` wrote.
    ///
    /// - Throws: where the lines are no whole order.
    static func read(_ lines: inout LineReader) throws -> (order: WorkerOrder, table: String) {
        guard let line = lines.next() else { throw OrderFault() }
        let head = JSONCursor(try JSON(parsing: line), OrderReading())
        var order = WorkerOrder(tasks: try head.member("tasks").elements().map { try $0.string() })
        order.isResuming = try head.member("resuming").bool()
        order.isAlone = try head.member("alone").bool()
        let only = try head.member("only")
        if !only.json.isNull { order.only = Set(try only.elements().map { try $0.string() }) }
        order.isTrial = try head.member("trial").bool()
        order.timesOnly = try head.member("times").bool()
        order.fatal = try head.member("fatal").elements().map { try FatalStep($0) }
        func rest(_ name: String) throws -> [[UInt8]] {
            try (0..<max(0, try head.member(name).int())).map { _ in
                guard let line = lines.next() else { throw OrderFault() }
                return line
            }
        }
        order.results = try rest("results")
        order.kept = try rest("kept")
        return (order, try head.member("table").string())
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
