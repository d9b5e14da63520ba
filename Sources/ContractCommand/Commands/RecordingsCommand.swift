import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum RecordingsCommand {
    private enum Action: String, CaseIterable { case export, `import`, prune }

    static let spec = CommandSpec(
        "recordings", "the folder of recordings: export for viewers, import from browsers, prune what is left over",
        operands: "export|import|prune [FILE]", operandChoices: { Action.allCases.map(\.rawValue) },
        options: ImportHARCommand.options + [
            OptionSpec("output", "FOLDER", "export: where the files go"),
            OptionSpec("dry-run", "prune: tell what would be removed, and remove nothing"),
        ] + SharedOptions.folders,
        description: """
            'export' writes every recording, or those of '--service', as a HAR with all bodies in it, as viewers want it; in \
            the folder of recordings longer bodies stand in files of their own.

            'import' makes recordings of what a browser or a proxy recorded, as 'import-har' does.

            'prune' removes the recordings of cases and scenarios that their contract has no more. A folder whose service has \
            no contract stays, as its contract may only be elsewhere; it is told.
            """,
        exitStatus: [
            ExitStatus(code: .success, meaning: "everything was written, or is gone"),
            ExitStatus(code: .findings, meaning: "import: an entry was not recorded"),
            ExitStatus(code: .usage, meaning: "wrong usage, a contract with faults, or a file that is no recording"),
        ],
        examples: [
            "contracts recordings export --output HAR --service elements",
            "contracts recordings import session.har --service elements", "contracts recordings prune --dry-run",
        ])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let names = Action.allCases.map(\.rawValue)
        guard let word = arguments.operands.first else {
            throw CommandError("'contracts recordings' takes an action; valid: \(names.joined(separator: ", "))")
        }
        let rest = Array(arguments.operands.dropFirst())
        guard let action = Action(rawValue: word) else {
            throw CommandError(
                "'contracts recordings' has no action '\(word)'\(Suggestion.text(for: word, among: names))")
        }
        if action == .import { return try ImportHARCommand.run(rest, arguments, context) }
        guard rest.isEmpty else { throw CommandError("'contracts recordings \(word)' takes no file") }
        return action == .prune ? try prune(arguments, context) : try export(arguments, context)
    }

    private static func export(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        guard let output = arguments["output"] else {
            throw CommandError("'contracts recordings export' needs the folder to write to: --output HAR")
        }
        let services = context.suite.loaded.value.services
        let names = services.map(\.name)
        if let name = arguments["service"], !names.contains(name) {
            throw CommandError("there is no service '\(name)'\(Suggestion.text(for: name, among: names))")
        }
        let target = URL(fileURLWithPath: output, isDirectory: true).standardizedFileURL
        guard target.path != context.suite.recordings.standardizedFileURL.path else {
            throw CommandError("the recordings themselves stand in '\(output)'; export them to another folder")
        }
        let chosen = services.filter { $0.name == arguments["service"] ?? $0.name }
        if let code = FaultPrinter.stop(chosen.flatMap(\.contractFaults), context.terminal) { return code }
        try requireRecordings(of: chosen, context)
        var files = AtomicFiles()
        var faults: [ContractFault] = []
        for service in chosen {
            for file in service.library.files(of: service.name) {
                switch service.library.recording(file) {
                case .failure(let fault): faults.append(fault)
                case .success(let loaded):
                    try files.stage(loaded.recording.serialized(), at: target.appendingPathComponent(file).path)
                }
            }
        }
        if let code = FaultPrinter.stop(faults, context.terminal) {
            files.discard()
            return code
        }
        let count = files.count
        try files.commit()
        context.terminal.out("\(count) recording\(count == 1 ? "" : "s") written to \(output)\n")
        return .success
    }

    /// Refuses to look at a folder without recordings: a wrong '--recordings' would seem to be in order.
    private static func requireRecordings(of services: [LoadedService], _ context: CommandContext) throws(CommandError)
    {
        guard services.allSatisfy({ $0.library.files(of: $0.name).isEmpty && $0.strays.isEmpty }) else { return }
        let names = services.map { "'\($0.name)'" }.joined(separator: ", ")
        throw CommandError(
            "there is no recording of \(names) in \(SourceFile.displayPath(of: context.suite.recordings)); name the "
                + "folder with --recordings DIR, or make some with 'contracts record'")
    }

    private static func prune(_ arguments: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
        let services = context.suite.loaded.value.services
        // A contract that cannot be read whole may hold the very case that a recording is of.
        if let code = FaultPrinter.stop(services.flatMap(\.contractFaults), context.terminal) { return code }
        try requireRecordings(of: services, context)
        let left = services.flatMap { service in
            service.contract.map { RecordingFaults.left(of: $0, service.library) } ?? []
        }
        for stray in services.flatMap(\.strays) {
            context.terminal.err("\(stray.place): note: \(stray.message)\n")
        }
        let folder = SourceFile.displayPath(of: context.suite.recordings)
        let isDry = arguments.has("dry-run")
        if !isDry, !left.isEmpty {
            let transaction = try RecordingStore(folder: context.suite.recordings).begin()
            for file in left { try transaction.remove(file) }
        }
        for file in left { context.terminal.out("\(isDry ? "would remove" : "removed") \(folder)/\(file)\n") }
        context.terminal.out("\(left.count) recording\(left.count == 1 ? "" : "s") \(isDry ? "would go" : "removed")\n")
        return .success
    }
}
