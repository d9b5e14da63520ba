import Conformance
import ContractFormat

/// A line on standard error that counts the checks that are done; only on a terminal.
final class Progress: Sendable {
    private let terminal: Terminal
    private let total: Int
    private let done = Locked(0)

    init?(_ terminal: Terminal, total: Int) {
        guard terminal.isErrTerminal else { return nil }
        self.terminal = terminal
        self.total = total
    }

    @Sendable func note(_ result: CheckResult) {
        let count = done.withLock { done in
            done += 1
            return done
        }
        let line = "\(count)/\(total) \(result.check.id)"
        terminal.err("\r\u{1B}[2K\(line.prefix(max(10, (terminal.width ?? 80) - 1)))")
    }

    func clear() { terminal.err("\r\u{1B}[2K") }
}
