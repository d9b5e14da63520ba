import ContractChecking
import ContractFormat
import ContractPact
import ContractReporting
import Foundation
import HTTPRecording
import JSONSchema

enum PactCommand: SuiteCommand {
    private enum Action: String, CaseIterable { case export, verify, cases }

    static let spec = CommandSpec(
        "pact", "export Pact files, verify a provider against a Pact file, or run the specification's cases",
        operands: "export|verify|cases [FILE…]", operandChoices: { Action.allCases.map(\.rawValue) },
        options: [
            OptionSpec("consumer", "NAME", "export: the name of the consumer"),
            OptionSpec("service", "NAME", repeats: true, "export: only these services"),
            OptionSpec("output", "FOLDER", "export: the output folder (default: Pacts)"),
            OptionSpec(
                "spec", "VERSION", "the specification: 3 or 4 (export, default 4), 1 to 4 (a file without a version)"),
            OptionSpec("provider", "URL", "verify: the URL of the provider"),
            OptionSpec("states", "URL", "verify: the URL to which provider states are POSTed"), VariableOptions.option,
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let (action, files): (Action, [String]) = try arguments.action(of: spec)
        switch action {
        case .export: return try export(files, arguments, context)
        case .verify: return try await verify(files, arguments, context)
        case .cases: return try cases(files, arguments, context)
        }
    }

    private static func version(_ arguments: ParsedArguments) throws -> PactDocument.Version? {
        let valid = arguments.operands.first == Action.export.rawValue ? "3, 4" : "1, 2, 3, 4"
        return try arguments.value("spec", "valid: \(valid)") { text in
            Int(text.prefix { $0 != "." }).flatMap(PactDocument.Version.init)
        }
    }

    // MARK: - Cases

    private static func cases(
        _ files: [String], _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> ExitCode {
        guard !files.isEmpty else {
            throw CommandError("'contracts pact cases' takes files of the specification's suite")
        }
        let version = try version(arguments)
        var (passed, failed, isUnread) = (0, 0, false)
        for file in files {
            let source = try context.terminal.source(file)
            do throws(SourceFault) {
                if let disagreement = try PactCase(source, version: version).disagreement {
                    failed += 1
                    context.terminal.out("\(file): \(lines: "\(disagreement)")\n")
                } else {
                    passed += 1
                }
            } catch {
                failed += 1
                isUnread = true
                context.terminal.out("\(error.report)\n")
            }
        }
        context.terminal.out("\(passed) passed, \(failed) failed\n")
        return failed == 0 ? .success : isUnread && failed == files.count ? .usage : .findings
    }

    // MARK: - Verify

    private static func verify(
        _ files: [String], _ arguments: ParsedArguments, _ context: CommandContext
    ) async throws -> ExitCode {
        guard files.count == 1, let file = files.first else {
            throw CommandError("'contracts pact verify' takes one Pact file, and '--provider URL'")
        }
        guard let provider = try url("provider", arguments) else {
            throw CommandError("'contracts pact verify' needs the provider: --provider http://127.0.0.1:8080")
        }
        let document = try PactDocument(try context.terminal.source(file), version: version(arguments))
        for other in document.others {
            context.terminal.err("\(other.place): note: '\(other.description)' is a message, which is not verified\n")
        }
        guard !document.interactions.isEmpty else {
            throw CommandError(
                "\(file): error: it has no HTTP interaction, so nothing was verified; 'contracts pact export' writes one "
                    + "for each recorded case")
        }
        let verifier = PactVerifier(
            document, provider: provider, states: try url("states", arguments),
            environment: try environment(of: document, arguments, context), transport: LiveTransport())
        var (passed, failed, pending, unreachable) = (0, 0, 0, 0)
        for interaction in document.interactions {
            let place = interaction.place
            switch await verifier.verify(interaction) {
            case .passed: passed += 1
            case .failed(let mismatches):
                if interaction.isPending { pending += 1 } else { failed += 1 }
                let severity = interaction.isPending ? "warning: pending" : "error"
                context.terminal.out("\(place): \(severity): \(interaction.description)\n")
                for mismatch in mismatches { context.terminal.out("  \(mismatch)\n") }
            case .unreachable(let reason):
                unreachable += 1
                context.terminal.out("\(place): error: \(interaction.description)\n  \(reason)\n")
            }
        }
        let more = [(pending, "pending"), (unreachable, "not evaluated")].filter { $0.0 > 0 }
        context.terminal.out("\(passed) passed, \(failed) failed\(more.map { ", \($0.0) \($0.1)" }.joined())\n")
        return failed > 0 ? .findings : unreachable > 0 ? .notEvaluated : .success
    }

    /// Returns the variables that a Pact may read: those named by '--env', or else by the provider's contract.
    private static func environment(
        of document: PactDocument, _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> [String: String] {
        let named = try VariableOptions(arguments).allowed
        let read = document.interactions.map { (place: $0.place, variables: $0.request.variables) }
        if read.allSatisfy(\.variables.isEmpty) { return [:] }
        let allowed = named ?? Set(contract(of: document.provider, context)?.variables.map(\.text) ?? [])
        let source = named == nil ? "the contract of '\(document.provider)' does not read" : "'--env' does not list"
        let lines = read.flatMap { place, variables in
            variables.subtracting(allowed).sorted().map { name in
                "\(place): the Pact reads the environment variable \(name), which \(source); "
                    + "add '--env \(name)'\(named == nil ? "" : ", too,") to allow it"
            }
        }
        guard lines.isEmpty else { throw CommandError(lines.joined(separator: "\n")) }
        return context.terminal.environment.filter { allowed.contains($0.key) }
    }

    private static func contract(of service: String, _ context: CommandContext) -> Contract? {
        // Verification needs no contracts, and other commands report their faults.
        (try? ContractLoader.load(folder: context.suite.contracts))?.first { $0.service == service }?.contract
    }

    private static func url(_ option: String, _ arguments: ParsedArguments) throws -> URL? {
        guard let text = arguments[option] else { return nil }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host != nil
        else { throw CommandError("'--\(option)' takes a URL such as http://127.0.0.1:8080, found '\(text)'") }
        return url
    }

    // MARK: - Export

    private static func export(
        _ files: [String], _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> ExitCode {
        guard files.isEmpty, let consumer = arguments["consumer"], !consumer.isEmpty else {
            throw CommandError("'contracts pact export' takes the consumer's name: --consumer NAME")
        }
        let version = try version(arguments) ?? .v4
        guard version >= .v3 else {
            throw CommandError("'contracts pact export' writes version 3 or 4, found '--spec \(version.rawValue)'")
        }
        let contracts = try context.contracts(
            of: context.loadedContracts(of: arguments.all("service")), or: "nothing was written")
        let name = consumer.replacing(/[^A-Za-z0-9_-]/, with: "-")
        let library = RecordingLibrary(folder: context.suite.recordings)
        let folder = URL(fileURLWithPath: arguments["output"] ?? "Pacts", isDirectory: true)
        var written = AtomicFiles()
        var lines: [String] = []
        var exported = 0
        for contract in contracts {
            let export = PactExport(
                consumer: consumer, contract: contract, exchanges: try exchanges(contract, library), version: version)
            let file = folder.appendingPathComponent("\(name)-\(contract.service).json")
            try written.stage(export.json.bytes(.pretty) + [0x0A], at: file.path)
            lines.append("\(SourceFile.displayPath(of: file)): \(counted(export.interactionCount, "interaction"))\n")
            exported += export.interactionCount
            for loss in export.losses { context.terminal.err("\(contract.service): note: not exported: \(loss)\n") }
        }
        guard exported > 0 else {
            written.discard()
            throw CommandError(
                "no case has a recording to export, so nothing was written; create recordings with 'contracts record'")
        }
        try written.commit()
        context.terminal.out(.lines(lines.joined()))
        return .success
    }

    private static func exchanges(_ contract: Contract, _ library: RecordingLibrary) throws -> [PactExport.Exchange] {
        var found: [PactExport.Exchange] = []
        for endpoint in contract.endpoints {
            guard let request = endpoint.request else { continue }
            for one in endpoint.cases {
                let file = contract.file(of: one, endpoint)
                guard library.contains(file) else { continue }
                let recording = try library.recording(file).get().recording
                let exchange = recording.entries.last { $0.request.method.uppercased() == request.method.uppercased() }
                if let exchange { found.append((endpoint, one, exchange)) }
            }
        }
        return found
    }
}
