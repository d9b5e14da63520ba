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

    /// Passes on the output held back, because the worker did not die of a trap.
    func passOnHeld() { if !held.isEmpty { terminal.err(.verbatim(String(decoding: held, as: UTF8.self))) } }

    var trapMessage: String? { Self.trapMessage(in: String(decoding: held, as: UTF8.self)) }

    /// Returns the message of the last Swift runtime trap in a process's output.
    static func trapMessage(in text: String) -> String? {
        let line = text.split(separator: "\n").last { line in marks.contains { line.contains($0) } }
        guard let line else { return nil }
        let mark = marks.first { $0.hasSuffix(": ") && line.contains($0) }
        return String(mark.flatMap { line.range(of: $0) }.map { line[$0.upperBound...] } ?? line)
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
