import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum ImportHARCommand {
    static let options = [
        OptionSpec("service", "NAME", "the service whose endpoints the entries are matched to"),
        OptionSpec("strict-secrets", "refuse to record what looks like a credential"),
    ]
    static let spec = CommandSpec(
        "import-har", "turn a browser's or a proxy's HAR into recordings of the cases that its entries match",
        operands: "FILE", options: options + SharedOptions.folders,
        description: """
            Makes recordings of what a browser or proxy recorded. Each entry is matched to the cases of the service's \
            endpoints by its request, redacted, checked and written; entries that fit no case are listed.
            """,
        examples: ["contracts import-har session.har --service elements"])

    static let limit = 200_000_000

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        try run(arguments.operands, arguments, context)
    }

    static func run(
        _ files: [String], _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> ExitCode {
        guard files.count == 1, let path = files.first else { throw CommandError("importing takes one HAR file") }
        if let code = FaultPrinter.stop(context, forReplay: false) { return code }
        let service = try service(arguments, context)
        guard let contract = service.contract else { throw CommandError("'\(service.name)' has no contract") }
        var options = Options()
        options.environment = context.terminal.environment
        options.recording.strictSecrets = arguments.has("strict-secrets")
        let cleanUp = SignalCleanUp.ofRecordings(context.terminal)
        defer { cleanUp?.cancel() }
        let outcome = try HARImport.run(
            try Recording(parsing: try read(path), operand: path), into: context.suite, service: service,
            contract: contract, options)
        return print(outcome, strictSecrets: options.recording.strictSecrets, context.terminal)
    }

    private static func service(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandError)
        -> LoadedService
    {
        let services = context.suite.loaded.value.services
        let names = services.map(\.name)
        guard let name = arguments["service"] else {
            throw CommandError("importing needs '--service NAME'; valid: \(names.joined(separator: ", "))")
        }
        guard let service = services.first(where: { $0.name == name }) else {
            throw CommandError(
                "there is no service '\(name)'\(Suggestion.text(for: name, among: names))"
            )
        }
        return service
    }

    private static func read(_ path: String) throws(CommandError) -> [UInt8] {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            guard size <= limit else {
                throw CommandError(
                    "\(ImportSource.name(of: path)) has \(size) bytes, and at most \(limit) are read; export fewer requests, or without their content"
                )
            }
            return try SystemFiles.readOperand(path)
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("\(ImportSource.name(of: path)): error: cannot read it: \(ContractLoader.reason(error))")
        }
    }

    private static func print(_ outcome: HARImport.Outcome, strictSecrets: Bool, _ terminal: Terminal) -> ExitCode {
        let severity: Severity = strictSecrets ? .error : .warning
        for suspicion in outcome.suspicions {
            terminal.err(
                "\(severity.rawValue): \(suspicion) \(strictSecrets ? "was not recorded" : "was recorded")\n")
        }
        for unmatched in outcome.unmatched { terminal.out("not imported: \(unmatched)\n") }
        terminal.out(.rendered(RecordingList.text(outcome.recordings)))
        let imported = outcome.recordings.count { ![.kept, .missing].contains($0.kind) }
        terminal.out("\(imported) imported, \(outcome.unmatched.count) entries match nothing\n")
        return imported == 0 || strictSecrets && !outcome.suspicions.isEmpty ? .findings : .success
    }
}
