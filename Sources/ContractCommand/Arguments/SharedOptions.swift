import ContractChecking
import ContractReporting
import Foundation

enum SharedOptions {
    static let folders = [
        OptionSpec("contracts", "DIR", "the folder of contracts"),
        OptionSpec("recordings", "DIR", "the folder of recordings"),
    ]
    static let selection = [
        OptionSpec("only", "GLOB", repeats: true, "only checks whose identifier matches: 'elements/*', '*/model/*'"),
        OptionSpec(
            "shard", "I/N",
            "run only shard I of N of the checks; the default comes from CI_NODE_INDEX and CI_NODE_TOTAL, CIRCLE_NODE_INDEX and "
                + "CIRCLE_NODE_TOTAL, or JOB_COMPLETION_INDEX and CONTRACT_SHARDS"),
    ]
    static let report = OptionSpec(
        "report", "FORMAT=FILE", repeats: true,
        ReportFormat.allCases.map(\.rawValue).joined(separator: ", ") + "; '-' is standard output",
        choices: ReportFormat.allCases.map { $0.rawValue + "=" })
    static let servers = [
        OptionSpec("local", "start the local provider and send requests to it"),
        OptionSpec("origin", "FROM=TO", repeats: true, "send the requests of origin FROM to origin TO"),
    ]
    static let deadline = OptionSpec("deadline", "SECONDS", "the time after which a client call counts as hanging (30)")

    static func failOn(_ help: String = "error (default) or warning") -> OptionSpec {
        OptionSpec("fail-on", "SEVERITY", help, choices: ["error", "warning"])
    }

    static let color = OptionSpec("color", "WHEN", "auto, always or never", choices: ["auto", "always", "never"])

    static func suite(_ base: ContractSuite, _ arguments: ParsedArguments) -> ContractSuite {
        guard arguments.has("contracts") || arguments.has("recordings") else {
            return ProjectFolder.suite(base, from: FileManager.default.currentDirectoryPath)
        }
        return base.with(
            contracts: arguments["contracts"].map { URL(fileURLWithPath: $0, isDirectory: true) },
            recordings: arguments["recordings"].map { URL(fileURLWithPath: $0, isDirectory: true) })
    }

    static func isColored(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> Bool {
        enum When: String, CaseIterable { case auto, always, never }
        switch try arguments.choice("color") ?? When.auto {
        case .always: return true
        case .never: return false
        case .auto:
            let isOff = terminal.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            return terminal.isOutTerminal && !isOff && terminal.environment["TERM"] != "dumb"
        }
    }
}
