import ContractAuthoring
import ContractChecking
import Foundation
import HTTPRecording

enum ImportCommand: SuiteCommand {
    static let spec = CommandSpec(
        "import",
        "make or extend a contract from a HAR, an OpenAPI document, a Pact, a curl command, samples or fixtures",
        operands: "SOURCE…",
        options: [
            OptionSpec(
                "service", "NAME", "the service (default: the service with this origin, or one named after the host)"),
            OptionSpec(
                "model", "NAME", "the sources are JSON samples of this model: an object, or an array of objects"),
            OptionSpec("origin", "URL", "the origin of the service; from a HAR, import only the calls to this origin"),
            OptionSpec(
                "only", "OPERATION", repeats: true,
                "import only operations of an OpenAPI document with a matching name, path, or method and path: 'GET /pets/*'"
            ),
            OptionSpec("bound", "import only operations and models of an OpenAPI document that the suite binds"),
            OptionSpec("faults", "propose 'faults' for the additions, to be adopted by hand"),
            OptionSpec("enums", "turn strings that repeat a few values into enumerations"),
            OptionSpec("dry-run", "print the contract, and write nothing"),
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let writer = ContractWriter(contracts: context.suite.contracts)
        var options = ImportOptions()
        options.service = arguments["service"]
        options.origin = try arguments["origin"].map(Origin.parse)
        options.enumerations = arguments.has("enums")
        options.only = arguments.all("only")
        options.isBoundOnly = arguments.has("bound")
        options.bound = Dictionary(
            context.suite.services.map {
                ($0.name, BoundNames(models: $0.models.map(\.name), endpoints: $0.endpoints.map(\.name)))
            }
        ) { first, _ in first }
        options.known = writer.services()
        if let service = options.service { _ = try writer.location(of: service) }
        var operands = arguments.operands
        let files = operands.filter { $0 == "-" || FileManager.default.fileExists(atPath: $0) }
        // The parser treats B and C of '--only A B C' as sources.
        if !options.only.isEmpty, files.count == 1, operands.first != "curl" {
            options.only += operands.filter { $0 != files[0] }
            operands = files
        }
        let source = try ImportSource.read(operands, arguments, context.terminal)
        let imported = try source.draft(options, writer.contract(of:))
        let plan: ContractWriter.Plan
        do { plan = try writer.plan(imported.draft) } catch let error as AuthoringError {
            if arguments.has("dry-run"), let text = error.text { context.terminal.out(.json(text)) }
            throw error
        }
        let services = context.suite.services.filter { $0.name == plan.service }
        let bound = services.flatMap {
            $0.models.map { "model \($0.name)" } + $0.endpoints.map { "endpoint \($0.name)" }
        }
        let report = ImportReport(
            plan: plan, imported: imported, terminal: context.terminal,
            bound: Set(bound))
        if arguments.has("dry-run") {
            context.terminal.out(.json(String(decoding: plan.bytes, as: UTF8.self)))
            report.reportOmissions(context.terminal.err)
            return .success
        }
        try writer.write(plan)
        var recorded: HARImport.Outcome?
        do {
            let folder = context.suite.recordings.appendingPathComponent(plan.service, isDirectory: true)
            try NewService.makeFolder(folder, mustBeEmpty: false)
            recorded = try imported.exchanges.map { try record($0, plan, context) }
        } catch {
            try writer.revert(plan)
            throw error
        }
        report.report(
            recorded, library: RecordingLibrary(folder: context.suite.recordings),
            proposesFaults: arguments.has("faults"))
        return .success
    }

    private static func record(
        _ exchanges: Recording, _ plan: ContractWriter.Plan, _ context: CommandContext
    ) throws -> HARImport.Outcome {
        var options = Options()
        options.environment = context.terminal.environment
        options.selection.onlyMissing = true
        let service = LoadedService(
            name: plan.service, contract: plan.contract, binding: nil, faults: [],
            library: RecordingLibrary(folder: context.suite.recordings))
        return try HARImport.run(exchanges, service: service, contract: plan.contract, options)
    }
}
