import ContractChecking
import ContractFormat
import ContractReporting
import Foundation
import JSONSchema

/// `contracts verify --watch`: verifies, and again what a changed contract or recording touches, until it is interrupted.
enum VerifyWatch {
    static let option = OptionSpec("watch", "keep going: run again what a changed contract or recording touches")

    static func run(_ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?) async throws -> ExitCode {
        try check(arguments, context, mode: mode)
        guard context.terminal.isProcess, let executable = Bundle.main.executableURL else {
            throw CommandError("'--watch' runs the command line again and again, and needs it as an executable")
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
                    context.terminal.err("contracts: \(error.message)\n")
                    return nil
                }
            }, began: printer.began, ended: printer.ended)
        let interruption = Interruption()
        let watcher = FileWatcher(look: files.snapshot, pause: { try await Task.sleep(for: $0) })
        return await withTaskGroup(of: Void.self) { group in
            let last = Locked(ExitCode.notEvaluated)
            group.addTask {
                // It ends by being cancelled, which is told by the code of the last run.
                do { try await loop.follow(watcher) { code in last.withLock { $0 = code } } } catch { return }
            }
            group.addTask { await interruption.wait() }
            await group.next()
            group.cancelAll()
            await group.waitForAll()
            return last.withLock { $0 }
        }
    }

    /// What is wrong with the options is told at once, and not after every change.
    private static func check(_ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?) throws {
        _ = try ReportDestination.all(parsing: arguments.all("report"))
        _ = try SharedOptions.isColored(arguments, context.terminal)
        let words = try VerifyCommand.options(VerifyCommand.spec.name, arguments, context, mode: mode)
        switch try VerifyCommand.resolvedMode(of: words) {
        case .replay: break
        case .live where arguments.has("local"): break
        case .live: throw CommandError("'--watch' would call a server after every change; add '--local', or use replay")
        case .record: throw CommandError("'--watch' records nothing; record first, and then watch")
        }
        // With a fault in a contract the checks are not known yet.
        if context.suite.loaded.value.services.allSatisfy(\.faults.isEmpty) {
            try SelectionOptions.check(arguments, of: context.suite)
        }
    }

    /// The words of the run: without `--watch`, and for some services only with just their checks; `nil` where none of
    /// these is asked for.
    static func words(
        for scope: WatchScope, _ arguments: ParsedArguments, _ context: CommandContext
    ) -> [String]? {
        let plain = ["verify"] + arguments.words(without: ["watch"], of: VerifyCommand.spec)
        switch scope {
        case .everything: return plain
        case .services(let services):
            let suite = ContractSuite(
                contracts: context.suite.contracts, recordings: context.suite.recordings,
                services: context.suite.services)
            let known = Set(suite.checks.map(\.service))
            // What a service that is gone leaves behind concerns the whole suite.
            guard services.isSubset(of: known) else { return plain }
            var globs = services.sorted().map { "\($0)/*" }
            if arguments.has("only") {
                let options = Options(only: arguments.all("only"))
                globs = suite.checks.filter { services.contains($0.service) && options.selects($0) }.map(\.id)
                if globs.isEmpty { return nil }
            }
            return ["verify"] + globs.flatMap { ["--only", $0] }
                + arguments.words(without: ["watch", "only"], of: VerifyCommand.spec)
        }
    }
}

extension ParsedArguments {
    /// The words as they were given, but for some options with their values.
    func words(without names: Set<String>, of spec: CommandSpec) -> [String] {
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return kept + [word] + rest }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = word.hasPrefix("--") ? spec.options.first { $0.name == parts[0].dropFirst(2) } : nil
            var taken = [word]
            if let option, option.value != nil, parts.count == 1, let value = rest.popFirst() { taken.append(value) }
            if let option, names.contains(option.name) { continue }
            kept += taken
        }
        return kept
    }
}
