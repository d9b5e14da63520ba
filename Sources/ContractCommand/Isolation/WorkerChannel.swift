import Foundation
import JSONSchema

/// Answers the questions that workers ask their supervisor.
protocol WorkerDesk: Sendable {
    /// Answers a question; cancelled where the worker asks no longer, or is gone.
    func answer(_ question: LiveQuestion) async -> LiveAnswer
}

/// The supervisor's end of the connection to one worker, whose other end is the worker's standard input.
///
/// The connection closes with this process, however it ends: the worker then ends too.
final class WorkerChannel {
    /// The descriptor that is read from; negative at the end.
    private(set) var descriptor: Int32
    /// Whether the worker said that all work is done.
    private(set) var isFinished = false
    private let nonce: String
    private let desk: (any WorkerDesk)?
    private let writer: ConnectionWriter
    private var lines = LineBuffer()
    private var questions: [Int: Task<Void, Never>] = [:]
    private let open = Locked(OpenQuestions())

    /// The questions without an answer.
    private struct OpenQuestions: Sendable {
        var numbers: Set<Int> = []
        /// The moment of the latest answer.
        var answered = DispatchTime(uptimeNanoseconds: 0)
    }

    init(_ descriptor: Int32, nonce: String, _ desk: (any WorkerDesk)?) {
        self.descriptor = descriptor
        self.nonce = nonce
        self.desk = desk
        writer = ConnectionWriter(descriptor)
        // A worker that is gone is an error of writing, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close() }

    /// Sends a message; a worker that dies before it has read it is told by its death.
    func send(_ message: Message) throws { writer.send(try message.line()) }

    func close() {
        for question in questions.values { question.cancel() }
        questions = [:]
        writer.close()
        descriptor = -1
    }

    /// The moment since which the worker waits for nothing of this process; `nil` while it does.
    var answered: DispatchTime? { open.withLock { $0.numbers.isEmpty ? $0.answered : nil } }

    /// Takes bytes that were read; none are the end.
    func note(_ bytes: [UInt8], _ told: (Message) -> Void) {
        guard !bytes.isEmpty else {
            descriptor = -1
            return
        }
        lines.append(bytes)
        while let line = lines.next() {
            if let message = Message(line, nonce: nonce) { note(message, told) }
        }
    }

    private func note(_ message: Message, _ told: (Message) -> Void) {
        switch message {
        case .suite, .evaluated, .observed, .exchanged: told(message)
        case .question(let number, let question): answer(question, number)
        case .withdrawal(let number):
            questions.removeValue(forKey: number)?.cancel()
            _ = open.withLock { $0.numbers.remove(number) }
        case .end: isFinished = true
        // The supervisor's own words.
        case .order, .answer: break
        }
    }

    private func answer(_ question: LiveQuestion, _ number: Int) {
        guard let desk else { return }
        _ = open.withLock { $0.numbers.insert(number) }
        questions[number] = Task.detached { [writer, open] in
            let answer = await desk.answer(question)
            open.withLock { $0 = OpenQuestions(numbers: $0.numbers.subtracting([number]), answered: .now()) }
            // An answer that cannot be written was made of what no JSON holds, which no response is.
            do { writer.send(try Message.answer(number, answer).line()) } catch { return }
        }
    }
}

/// Lines as they come in in parts, without their ends.
struct LineBuffer {
    private var buffer: [UInt8] = []
    /// The start of the next line, and the end of the part searched for its end.
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
