import Conformance
import ContractFormat

/// `contracts lint`: looks at contracts, recordings and bindings without running any code under test.
enum LintCommand {
    static let spec = CommandSpec(
        "lint", "look at contracts and recordings without running any code", options: SharedOptions.folders,
        examples: ["contracts lint", "contracts lint --contracts Contracts --recordings Recordings"])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        if let code = FaultPrinter.stop(context, forReplay: true) { return code }
        let contracts = context.suite.loaded.value.services.compactMap(\.contract)
        let recordings = contracts.reduce(0) { $0 + $1.recordings.count }
        context.terminal.out("\(contracts.count) contracts and \(recordings) recordings: no fault\n")
        return .success
    }
}
