import ContractChecking
import JSONSchema

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

    /// Reads what `lines` wrote; `nil` where the lines are no whole order.
    static func read(_ lines: inout LineReader) -> (order: WorkerOrder, nonce: String, table: String)? {
        guard let line = lines.next(), let head = try? JSON(parsing: line),  // Another program's words are no order.
            let nonce = head["nonce"]?.stringValue, let table = head["table"]?.stringValue,
            let tasks = head["tasks"]?.arrayValue, let fatal = head["fatal"]?.arrayValue,
            let count = head["results"]?.intValue
        else { return nil }
        var order = WorkerOrder(tasks: tasks.compactMap(\.stringValue), isErrTerminal: head["terminal"] == true)
        order.isResuming = head["resuming"] == true
        order.isAlone = head["alone"] == true
        order.fatal = fatal.compactMap { json in
            guard let check = json["check"]?.stringValue, let step = json["step"]?.intValue,
                let message = json["message"]?.stringValue,
                let end = json["end"]?.stringValue.flatMap(FatalStep.End.init(rawValue:))
            else { return nil }
            return FatalStep(check: check, step: step, end: end, message: message)
        }
        for _ in 0..<count {
            guard let line = lines.next() else { return nil }
            order.results.append(line)
        }
        return (order, nonce, table)
    }
}
