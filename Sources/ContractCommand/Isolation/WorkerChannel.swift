import Foundation
import JSONSchema

/// The supervisor's end of the connection to one worker, which the worker sees as standard input. The connection closes
/// when this process ends, and the worker then ends too.
final class WorkerChannel {
    private(set) var descriptor: Int32
    private(set) var isFinished = false
    private let nonce: String
    private let broker: RequestBroker?
    private let isTrial: Bool
    private let writer: ConnectionWriter
    private var lines = LineBuffer()
    private var questions: [Int: Task<Void, Never>] = [:]
    private let open = Locked(OpenQuestions())

    private struct OpenQuestions: Sendable {
        var numbers: Set<Int> = []
        var answered = DispatchTime(uptimeNanoseconds: 0)
    }

    init(_ descriptor: Int32, _ order: WorkerOrder, _ broker: RequestBroker?) {
        self.descriptor = descriptor
        (nonce, isTrial) = (order.nonce, order.isTrial)
        self.broker = broker
        writer = ConnectionWriter(descriptor)
        SignalWatch.ignoreBrokenPipes()
    }

    deinit { close() }

    func send(_ message: Message) throws { writer.send(try message.line()) }

    func close() {
        for question in questions.values { question.cancel() }
        questions = [:]
        writer.close()
        descriptor = -1
    }

    /// The time since which the worker has awaited no answer; `nil` while it awaits one.
    var answered: DispatchTime? { open.withLock { $0.numbers.isEmpty ? $0.answered : nil } }

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
        case .order, .answer: break
        }
    }

    private func answer(_ question: LiveQuestion, _ number: Int) {
        guard let broker else { return }
        _ = open.withLock { $0.numbers.insert(number) }
        questions[number] = Task.detached { [writer, open, isTrial] in
            let answer = await broker.answer(question, isTrial: isTrial)
            open.withLock { $0 = OpenQuestions(numbers: $0.numbers.subtracting([number]), answered: .now()) }
            // Every answer can be encoded as JSON.
            do { writer.send(try Message.answer(number, answer).line()) } catch { return }
        }
    }
}
