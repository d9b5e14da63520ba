import ContractChecking
import ContractFormat
import JSONSchema

extension AcceptedFindings {
    var unknownRules: [ContractFault] { faults(knowing: RuleList.all.map(\.id)) }
}

enum FaultPrinter {
    static func print(_ accepted: AcceptedFindings, _ terminal: Terminal) -> ExitCode? {
        print(accepted.faults + accepted.unknownRules, terminal)
    }

    /// Prints the faults of the accepted findings and of the checked services before anything runs.
    ///
    /// - Returns: an exit code if nothing can run; checks of valid contracts still run beside faulty ones.
    static func report(on checks: [Check], _ context: CommandContext) -> ExitCode? {
        if let code = print(context.suite.loaded.value.accepted, context.terminal) { return code }
        let names = Set(checks.map(\.service))
        let services = context.suite.loaded.value.services.filter { names.contains($0.name) }
        let faults = services.flatMap(\.faults)
        guard services.contains(where: { $0.contract != nil }) else { return print(faults, context.terminal) }
        list(faults, context.terminal)
        return nil
    }

    static func print(
        _ faults: [ContractFault], _ terminal: Terminal, consequence: String = "nothing was run"
    ) -> ExitCode? {
        let count = list(faults, terminal)
        guard count > 0 else { return nil }
        terminal.err("contracts: \(counted(count, "fault")); \(consequence)\n")
        return .usage
    }

    @discardableResult
    static func list(_ faults: [ContractFault], _ terminal: Terminal) -> Int {
        let faults = faults.distinct
        for fault in faults { terminal.err("\(fault.place): error: \(lines: fault.message)\n") }
        return faults.count
    }
}
