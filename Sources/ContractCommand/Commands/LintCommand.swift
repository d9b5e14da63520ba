import Conformance
import ContractFormat

/// `contracts lint`: looks at contracts, recordings and bindings without running any code under test.
enum LintCommand {
    static let spec = CommandSpec(
        "lint", "look at contracts and recordings without running any code", options: SharedOptions.folders,
        description: """
            Tells every fault of contracts, recordings and bindings at once, each as file:line:column: unknown keys, \
            references that lead nowhere, examples that their own schema refuses, placeholders nobody defines, cases \
            without a recording, contract entries without code.
            """,
        exitStatus: [
            ExitStatus(code: .success, meaning: "no fault"),
            ExitStatus(code: .usage, meaning: "faults, or wrong usage"),
        ],
        examples: ["contracts lint", "contracts lint --contracts Contracts --recordings Recordings"])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        if let code = FaultPrinter.stop(context, forReplay: true) { return code }
        let contracts = context.suite.loaded.value.services.compactMap(\.contract)
        let recordings = contracts.reduce(0) { $0 + $1.recordings.count }
        let counts = [(contracts.count, "contract"), (recordings, "recording")].map { count, noun in
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        context.terminal.out("\(counts.joined(separator: " and ")): no fault\n")
        return .success
    }
}
