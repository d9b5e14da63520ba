import ContractChecking
import ContractFormat
import ContractReporting
import JSONSchema

extension AcceptedFindings {
    /// Entries whose rule no command has.
    var unknownRules: [ContractFault] { faults(knowing: RuleList.all.map(\.id)) }
}

/// Tells what is wrong with contracts, recordings and bindings before anything runs.
enum FaultPrinter {
    /// Prints what is wrong with the accepted findings, by which a whole run is judged; `nil` where nothing is.
    static func stop(_ accepted: AcceptedFindings, _ terminal: Terminal) -> ExitCode? {
        stop(accepted.faults + accepted.unknownRules, terminal)
    }

    /// Prints the faults of the services that checks belong to, before anything runs.
    ///
    /// - Returns: a code where nothing of them can run; what depends on no fault runs.
    static func tell(of checks: [Check], _ context: CommandContext) -> ExitCode? {
        let names = Set(checks.map(\.service))
        let services = context.suite.loaded.value.services.filter { names.contains($0.name) }
        let faults = services.flatMap(\.faults)
        guard services.contains(where: { $0.contract != nil }) else { return stop(faults, context.terminal) }
        list(faults, context.terminal)
        return nil
    }

    /// Prints faults as `file:line:column: error: message`, each once; `nil` where there is none.
    static func stop(_ faults: [ContractFault], _ terminal: Terminal) -> ExitCode? {
        let count = list(faults, terminal)
        guard count > 0 else { return nil }
        terminal.err("contracts: \(counted(count, "fault")); nothing was run\n")
        return .usage
    }

    @discardableResult
    private static func list(_ faults: [ContractFault], _ terminal: Terminal) -> Int {
        let faults = faults.distinct
        for fault in faults { terminal.err("\(fault.place): error: \(lines: fault.message)\n") }
        return faults.count
    }
}
