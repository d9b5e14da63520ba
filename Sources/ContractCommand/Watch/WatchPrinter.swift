import ContractFormat
import Foundation
import JSONSchema

/// What a watch says between its runs, on standard error; reports go where they always go.
struct WatchPrinter: Sendable {
    let terminal: Terminal
    let files: WatchedFiles
    private let isExplained = Locked(false)

    init(terminal: Terminal, files: WatchedFiles) {
        self.terminal = terminal
        self.files = files
    }

    @Sendable func began(_ scope: WatchScope, _ paths: Set<String>) {
        guard !paths.isEmpty else { return }
        // On a terminal each run begins on an empty screen; what was there can be scrolled back to.
        if terminal.isOutTerminal, terminal.environment["TERM"] != "dumb" { terminal.out("\u{1B}[2J\u{1B}[H") }
        terminal.err("\(summary(of: paths)): running \(words(for: scope))\n")
    }

    @Sendable func ended() {
        let folders = [files.contracts, files.recordings].map(SourceFile.displayPath(of:)).joined(separator: " and ")
        let isFirst = isExplained.withLock { isExplained in
            defer { isExplained = true }
            return !isExplained
        }
        let hint = isFirst ? "Swift code is read when it is built: 'swift build' elsewhere runs everything again\n" : ""
        terminal.err("\(hint)watching \(folders); Ctrl-C ends\n")
    }

    private func summary(of paths: Set<String>) -> String {
        let names = paths.sorted().map { path in
            path == files.executable?.path ? "the executable" : SourceFile.displayPath(of: URL(fileURLWithPath: path))
        }
        let shown = names.prefix(3).joined(separator: ", ")
        return (names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown) + " changed"
    }

    private func words(for scope: WatchScope) -> String {
        switch scope {
        case .everything: "everything"
        case .services(let names): names.sorted().joined(separator: ", ")
        }
    }
}
