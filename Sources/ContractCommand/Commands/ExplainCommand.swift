import Conformance
import ContractFormat
import Foundation

/// `contracts explain CHECK`: what a check does, with every probe and its expected outcome.
enum ExplainCommand {
    static let spec = CommandSpec(
        "explain", "what a check does, with every probe and its expected outcome", operands: "CHECK",
        options: SharedOptions.folders, examples: ["contracts explain elements/model/Element"])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        guard arguments.operands.count == 1, let id = arguments.operands.first else {
            throw CommandError("'contracts explain' takes one check; 'contracts list' shows them all")
        }
        if let code = FaultPrinter.stop(context, forReplay: true) { return code }
        guard let check = context.suite.checks.first(where: { $0.id == id }) else {
            let hint = Suggestion.nearest(to: id, among: context.suite.checks.map(\.id))
            throw CommandError(
                "there is no check '\(id)'\(hint.map { "; did you mean '\($0)'?" } ?? "; 'contracts list' shows them all")")
        }
        context.terminal.out(Explanation.text(of: check, in: context.suite))
        return .success
    }
}
