import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum RecordingsCommand: SuiteCommand {
    private enum Action: String, CaseIterable { case export, `import`, prune }

    static let spec = CommandSpec(
        "recordings", "export recordings for HAR viewers, import them from browsers, or remove unused ones",
        operands: "export|import|prune [FILE]", operandChoices: { Action.allCases.map(\.rawValue) },
        options: [
            OptionSpec("service", "NAME", "export, import: the service of the recordings"),
            OptionSpec("strict-secrets", "import: refuse to record apparent credentials"),
            OptionSpec("output", "FOLDER", "export: the output folder"),
            OptionSpec("dry-run", "prune: list the files to remove without removing them"),
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let (action, rest): (Action, [String]) = try arguments.action(of: spec)
        if action == .import { return try self.import(rest, arguments, context) }
        guard rest.isEmpty else { throw CommandError("'contracts recordings \(action.rawValue)' takes no file") }
        return action == .prune ? try prune(arguments, context) : try export(arguments, context)
    }

    private static func `import`(
        _ files: [String], _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> ExitCode {
        guard files.count == 1, let path = files.first else {
            throw CommandError("'contracts recordings import' takes one HAR file")
        }
        let loaded = context.suite.loaded.value
        let services = loaded.services
        let faults = services.flatMap(\.faults) + loaded.accepted.unknownRules
        try FaultPrinter.check(faults, context.terminal)
        guard let name = arguments["service"] else {
            throw CommandError(
                "importing needs '--service NAME'; valid: \(services.map(\.name).joined(separator: ", "))")
        }
        let service = try context.service(name)
        guard let contract = service.contract else { throw CommandError("'\(service.name)' has no contract") }
        var options = Options()
        options.environment = context.terminal.environment
        options.recording.strictSecrets = arguments.has("strict-secrets")
        let cleanUp = SignalCleanUp.ofRecordings(context.terminal)
        defer { cleanUp?.cancel() }
        let har = try Recording(parsing: try ImportSource.bytes(of: path, context.terminal), operand: path)
        let outcome = try HARImport.run(har, service: service, contract: contract, options)
        return print(outcome, strictSecrets: options.recording.strictSecrets, context.terminal)
    }

    private static func print(_ outcome: HARImport.Outcome, strictSecrets: Bool, _ terminal: Terminal) -> ExitCode {
        let severity: Severity = strictSecrets ? .error : .warning
        for suspicion in outcome.suspicions {
            terminal.err("\(severity.rawValue): \(suspicion) \(strictSecrets ? "was not recorded" : "was recorded")\n")
        }
        for unmatched in outcome.unmatched { terminal.out("not imported: \(unmatched)\n") }
        terminal.out(.rendered(RecordingList.text(outcome.recordings)))
        let imported = outcome.recordings.count { ![.kept, .missing].contains($0.kind) }
        let left = outcome.unmatched.count
        terminal.out(
            "\(counted(imported, "case")) recorded; "
                + "\(left == 0 ? "every entry was used" : "\(counted(left, "entry", "entries")) left out")\n")
        return imported == 0 || strictSecrets && !outcome.suspicions.isEmpty ? .findings : .success
    }

    private static func export(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        guard let output = arguments["output"] else {
            throw CommandError("'contracts recordings export' needs the folder to write to: --output HAR")
        }
        let chosen = try arguments["service"].map { [try context.service($0)] } ?? context.services
        let target = URL(fileURLWithPath: output, isDirectory: true).standardizedFileURL
        guard !isWithin(target, context.suite.recordings) else {
            throw CommandError("the recordings themselves are in '\(output)'; export them to another folder")
        }
        try FaultPrinter.check(chosen.flatMap(\.faultsWithoutBindings), context.terminal)
        try requireRecordings(of: chosen, context)
        var files = AtomicFiles()
        // A failure or a fault leaves no temporary file.
        defer { files.discard() }
        var faults: [SourceFault] = []
        for service in chosen {
            for file in service.library.files(of: service.name) {
                switch service.library.recording(file) {
                case .failure(let fault): faults.append(fault)
                case .success(let loaded):
                    try files.stage(loaded.recording.serialized(), at: target.appendingPathComponent(file).path)
                }
            }
        }
        try FaultPrinter.check(faults, context.terminal)
        let count = files.count
        try files.commit()
        context.terminal.out("\(counted(count, "recording")) written to \(output)\n")
        return .success
    }

    /// Returns whether a folder, existing or not, is in another one. Follows symbolic links.
    private static func isWithin(_ folder: URL, _ outer: URL) -> Bool {
        let existing = sequence(first: folder.path) { $0 == "/" ? nil : ($0 as NSString).deletingLastPathComponent }
        return existing.lazy.compactMap { SystemFiles.isInside($0, of: outer.path, orEqual: true) }.first ?? false
    }

    /// Rejects a folder without recordings, so that a mistyped '--recordings' does not pass.
    private static func requireRecordings(of services: [LoadedService], _ context: CommandContext) throws {
        guard services.allSatisfy({ $0.library.files(of: $0.name).isEmpty && $0.recordingsWithoutContract.isEmpty })
        else { return }
        let names = services.map { "'\($0.name)'" }.joined(separator: ", ")
        throw CommandError(
            "there is no recording of \(names) in \(SourceFile.displayPath(of: context.suite.recordings)); name the "
                + "folder with --recordings DIR, or create recordings with 'contracts record'")
    }

    private static func prune(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let services = context.services
        // A contract with faults may still define the case of a recording.
        try FaultPrinter.check(services.flatMap(\.faultsWithoutBindings), context.terminal)
        try requireRecordings(of: services, context)
        let left = services.flatMap { service in
            service.contract.map { RecordingFaults.orphanedFiles(of: $0, in: service.library) } ?? []
        }
        for stray in services.flatMap(\.recordingsWithoutContract) {
            context.terminal.err("\(stray.place): note: \(stray.message)\n")
        }
        let folder = SourceFile.displayPath(of: context.suite.recordings)
        let isDry = arguments.has("dry-run")
        if !isDry, !left.isEmpty {
            let transaction = try RecordingStore(folder: context.suite.recordings).begin()
            for file in left { try transaction.remove(file) }
        }
        for file in left { context.terminal.out("\(isDry ? "would remove" : "removed") \(folder)/\(file)\n") }
        context.terminal.out("\(counted(left.count, "recording")) \(isDry ? "would be removed" : "removed")\n")
        return .success
    }
}
