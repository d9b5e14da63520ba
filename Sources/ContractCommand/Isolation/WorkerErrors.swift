import Foundation

/// Passes on the standard error of a worker. Output is held back from the first line that looks like a Swift runtime
/// trap. If the worker dies of that trap, the report quotes its message without the backtrace; otherwise the output is
/// passed on.
struct WorkerErrors: ~Copyable {
    private(set) var descriptor: Int32
    private let terminal: Terminal
    private var held: [UInt8] = []

    init(_ terminal: Terminal, _ descriptor: Int32) {
        self.terminal = terminal
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    @discardableResult
    mutating func finish(keepsTrap: Bool) -> String? {
        let text = String(decoding: held, as: UTF8.self)
        held = []
        if keepsTrap {
            if !text.isEmpty { terminal.err(.verbatim(text)) }
            return nil
        }
        let lines = text.split(separator: "\n").filter { line in Self.marks.contains { line.contains($0) } }
        guard let line = lines.last else { return nil }
        let mark = Self.marks.first { $0.hasSuffix(": ") && line.contains($0) }
        let message = mark.flatMap { line.range(of: $0) }.map { line[$0.upperBound...] } ?? line
        return String(message)
    }

    private static let marks = ["atal error: ", "recondition failed: ", "ssertion failed: ", "Could not cast value"]

    mutating func note(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            close(descriptor)
            descriptor = -1
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if held.isEmpty, !Self.marks.contains(where: { text.contains($0) }) { return terminal.err(.verbatim(text)) }
        if held.count < Self.maximumHeld { held += bytes }
    }

    private static let maximumHeld = 1 << 20
}
