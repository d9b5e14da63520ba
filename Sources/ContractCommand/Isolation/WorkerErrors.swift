import ContractFormat
import Foundation
import JSONSchema

/// The worker's standard error, passed on as it comes.
///
/// From the first line that looks like the runtime's word of a trap it is held back: where the worker then dies of a trap
/// the report tells it, without the backtrace that follows; where it does not, the text is passed on after all.
final class WorkerErrors: Sendable {
    let pipe = Pipe()
    private let terminal: Terminal
    private let held = Locked<[UInt8]>([])
    private let done = DispatchSemaphore(value: 0)

    init(_ terminal: Terminal) { self.terminal = terminal }

    func start() {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                note([UInt8](data))
            }
            done.signal()
        }
    }

    /// Waits for the last words, and gives the message of the last trap among them.
    @discardableResult
    func finish(keepsTrap: Bool) -> String? {
        done.wait()
        let text = String(decoding: held.withLock { $0 }, as: UTF8.self)
        if keepsTrap {
            if !text.isEmpty { terminal.err(text) }
            return nil
        }
        let lines = text.split(separator: "\n").filter { Self.marks.contains(where: $0.contains) }
        guard let line = lines.last else { return nil }
        let message = line.range(of: Self.marks[0]).map { line[$0.upperBound...] } ?? line
        return String(message.prefix(300))
    }

    private static let marks = ["atal error: ", "Could not cast value"]

    private func note(_ bytes: [UInt8]) {
        let isHolding = held.withLock { held in
            let text = String(decoding: bytes, as: UTF8.self)
            if !held.isEmpty || Self.marks.contains(where: text.contains) { held += bytes }
            return !held.isEmpty
        }
        if !isHolding { terminal.err(String(decoding: bytes, as: UTF8.self)) }
    }
}
