import ContractAuthoring
import ContractChecking
import Foundation
import JSONSchema

enum InitCommand: SuiteCommand {
    static let spec = CommandSpec(
        "init", "write a first contract for a service, and print the binding to paste", operands: "SERVICE",
        options: [OptionSpec("origin", "URL", "the origin of the service: https://api.example.com")]
            + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let service = try arguments.operand(
            "'contracts init' takes the name of one service, such as 'contracts init shop'")
        let writer = ContractWriter(contracts: context.suite.contracts)
        let file = try writer.location(of: service)
        let path = SourceFile.displayPath(of: file)
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw CommandError("\(path) already exists and was left unchanged; extend it with 'contracts import'")
        }
        let origin = try arguments["origin"].map(Origin.parse) ?? "https://api.example.com"
        let plan = try writer.plan(NewService.draft(service: service, origin: origin))
        let recordings = context.suite.recordings.appendingPathComponent(service, isDirectory: true)
        try NewService.makeFolder(recordings, mustBeEmpty: true)
        try writer.write(plan)
        context.terminal.out(
            """
            wrote \(path)\(arguments.has("origin") ? "" : ": its origin, \(origin), is made up")
            recordings go to \(SourceFile.displayPath(of: recordings))

            Replace 'Item' with a model of your own; this command prints a Swift type for a model of the contract:

              contracts scaffold \(ShellWord.quoted("\(service)/Item"))

            Bind it in your suite:

            \(lines: BindingText.text(of: plan.contract))
            """)
        return .success
    }
}
