import Foundation
import JSONSchema

/// The supervisor's end of the connection to one worker, whose other end is the worker's standard input.
///
/// The connection closes with this process, however it ends: the worker then ends too.
final class WorkerChannel {
    /// The descriptor that is read from; negative at the end.
    private(set) var descriptor: Int32
    /// Whether the worker said that all work is done.
    private(set) var isFinished = false
    private let nonce: String
    private let broker: RequestBroker?
    private let isTrial: Bool
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

    init(_ descriptor: Int32, _ order: WorkerOrder, _ broker: RequestBroker?) {
        self.descriptor = descriptor
        (nonce, isTrial) = (order.nonce, order.isTrial)
        self.broker = broker
        writer = ConnectionWriter(descriptor)
        // A worker that is gone is an error of writing, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close() }

    /// Sends a message; a worker that dies before it has read it is noticed by its death.
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
    func note(_ bytes: [UInt8], _ receive: (Message) -> Void) {
        guard !bytes.isEmpty else {
            descriptor = -1
            return
        }
        lines.append(bytes)
        while let line = lines.next() {
            if let message = Message(line, nonce: nonce) { note(message, receive) }
        }
    }

    private func note(_ message: Message, _ receive: (Message) -> Void) {
        switch message {
        case .suite, .evaluated, .observed: receive(message)
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
        guard let broker else { return }
        _ = open.withLock { $0.numbers.insert(number) }
        questions[number] = Task.detached { [writer, open, isTrial] in
            let answer = await broker.answer(question, isTrial: isTrial)
            open.withLock { $0 = OpenQuestions(numbers: $0.numbers.subtracting([number]), answered: .now()) }
            // An answer that cannot be written was made of what no JSON holds, which no response is.
            do { writer.send(try Message.answer(number, answer).line()) } catch { return }
        }
    }
}
