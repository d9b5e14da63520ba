import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

enum VerifyWatch {
    static let option = OptionSpec("watch", "keep running: repeat the checks of changed contracts and recordings")

    static func run(_ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?) async throws -> ExitCode {
        try check(arguments, context, mode: mode)
        guard context.terminal.ownsProcessStreams, let executable = Bundle.main.executableURL else {
            throw CommandError("'--watch' restarts the command line repeatedly and requires an executable")
        }
        let suite = context.suite
        let files = WatchedFiles(
            contracts: suite.contracts.standardizedFileURL, recordings: suite.recordings.standardizedFileURL,
            executable: executable)
        let printer = WatchPrinter(terminal: context.terminal, files: files)
        let loop = WatchLoop(
            files: files,
            run: { scope in
                guard let words = words(for: scope, arguments, context) else { return .success }
                do {
                    return try await WatchProcess.run(executable, words, environment: context.terminal.environment)
                } catch let error as CommandError {
                    context.terminal.err("contracts: \(lines: error.message)\n")
                    return nil
                }
            }, began: printer.began, ended: printer.ended)
        let interruption = Interruption()
        let watcher = FileWatcher(look: files.snapshot, pause: { try await Task.sleep(for: $0) })
        let last = Locked(ExitCode.notEvaluated)
        try await interruption.run { try await loop.follow(watcher) { code in last.withLock { $0 = code } } }
        return last.withLock { $0 }
    }

    private static func check(_ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?) throws {
        _ = try ReportPrinter(arguments, context.terminal)
        let options = try VerifyCommand.options(VerifyCommand.spec.name, arguments, context, mode: mode)
        switch try options.resolvedMode() {
        case .replay: break
        case .live where arguments.has("local"): break
        case .live: throw CommandError("'--watch' would call a server after every change; add '--local', or use replay")
        case .record: throw CommandError("'--watch' does not record; record first, then watch")
        }
        if arguments.has("accept") {
            throw CommandError("'--watch' would accept faults made later; accept with a single 'contracts verify'")
        }
        if context.services.allSatisfy(\.faults.isEmpty) {
            _ = try SelectionOptions.given(arguments, of: context.suite)
        }
    }

    /// Returns the arguments of a run, limited to the checks of the scope; `nil` if it selects none.
    static func words(for scope: WatchScope, _ arguments: ParsedArguments, _ context: CommandContext) -> [String]? {
        let plain = ["verify"] + arguments.words(without: ["watch"])
        switch scope {
        case .everything: return plain
        case .services(let services):
            // The copy reads the files anew.
            let suite = context.suite.with()
            let known = Set(suite.checks.map(\.service))
            // A removed service affects the whole suite.
            guard services.isSubset(of: known) else { return plain }
            var globs = services.sorted().map { "\(Glob.exact($0))/*" }
            if arguments.has("only") {
                let options = Options(only: arguments.all("only"))
                globs = suite.checks.filter { services.contains($0.service) && options.selection.takes($0) }
                    .map { Glob.exact($0.id) }
                if globs.isEmpty { return nil }
            }
            return ["verify"] + globs.flatMap { ["--only", $0] } + arguments.words(without: ["watch", "only"])
        }
    }
}

struct WatchLoop: Sendable {
    let files: WatchedFiles
    /// Runs the checks of a scope; `nil` if the run did not end by itself.
    let run: @Sendable (WatchScope) async throws -> ExitCode?
    let began: @Sendable (WatchScope, Set<String>) -> Void
    let ended: @Sendable () -> Void

    func follow(_ watcher: FileWatcher, last: (ExitCode) -> Void) async throws {
        var watcher = watcher
        var scope = WatchScope.everything
        var paths: Set<String> = []
        while true {
            began(scope, paths)
            let code = try await run(scope)
            if let code { last(code) }
            try Task.checkCancellation()
            ended()
            // An interrupted or faulty run leaves its scope to the next one.
            let isOpen = code == nil || code == .usage
            var next = WatchScope.services([])
            while next.isEmpty {
                paths = try await watcher.next()
                next = files.touched(by: paths)
            }
            scope = isOpen ? scope.union(next) : next
        }
    }
}

struct WatchPrinter: Sendable {
    let terminal: Terminal
    let files: WatchedFiles
    private let isExplained = Locked(false)

    @Sendable func began(_ scope: WatchScope, _ paths: Set<String>) {
        guard !paths.isEmpty else { return }
        // Start with an empty screen; earlier output remains in the scrollback.
        if terminal.isOutTerminal, terminal.environment["TERM"] != "dumb" { terminal.out("\u{1B}[2J\u{1B}[H") }
        terminal.err("\(summary(of: paths)): running \(words(for: scope))\n")
    }

    @Sendable func ended() {
        let folders = [files.contracts, files.recordings].map(SourceFile.displayPath(of:)).joined(separator: " and ")
        let isFirst = isExplained.setOnce()
        let hint =
            isFirst
            ? "changes to Swift code require a build: 'swift build' in another terminal reruns every check\n" : ""
        terminal.err("\(lines: hint)watching \(folders); press Ctrl-C to stop\n")
    }

    private func summary(of paths: Set<String>) -> String {
        let names = paths.sorted().map { path in
            path == files.executable?.path ? "the executable" : SourceFile.displayPath(of: URL(fileURLWithPath: path))
        }
        return names.truncated(to: 3).joined(separator: ", ") + " changed"
    }

    private func words(for scope: WatchScope) -> String {
        switch scope {
        case .everything: "everything"
        case .services(let names): names.sorted().joined(separator: ", ")
        }
    }
}

/// A run in a new process, which reads the files and the executable anew.
enum WatchProcess {
    private static let grace = 3.0

    /// Runs the executable until it exits or the task is cancelled; `nil` if it did not exit by itself.
    static func run(_ executable: URL, _ words: [String], environment: [String: String]) async throws -> ExitCode? {
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        // A build may be replacing the executable; the next change tries again.
        let child = try ChildProcess(
            ChildProgram.watched.launch(executable, environment), words,
            ChildProcess.Streams(input: nothing, output: STDOUT_FILENO, errors: STDERR_FILENO))
        let end = await withTaskCancellationHandler {
            await child.ended()
        } onCancel: {
            child.interrupt()
            Task {
                do { try await Task.sleep(for: .seconds(grace)) } catch { return }
                if child.ending == nil { child.kill() }
            }
        }
        guard case .exit(let code) = end else { return nil }
        return ExitCode(rawValue: code)
    }
}
