import ContractChecking
import ContractFormat

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

    /// Prints every fault as `file:line:column: error: message`; `nil` where there is none.
    static func stop(_ context: CommandContext, forReplay: Bool) -> ExitCode? {
        let services = context.suite.loaded.value.services
        let faults = services.flatMap { service in
            service.faults + (forReplay && service.contract != nil ? service.recordingFaults.value : [])
        }
        return stop(faults + context.suite.loaded.value.accepted.unknownRules, context.terminal)
    }

    /// Prints faults, each once; `nil` where there is none.
    static func stop(_ faults: [ContractFault], _ terminal: Terminal) -> ExitCode? {
        var seen: Set<ContractFault> = []
        let faults = faults.filter { seen.insert($0).inserted }
        guard !faults.isEmpty else { return nil }
        for fault in faults { terminal.err("\(fault.place): error: \(fault.message)\n") }
        terminal.err("contracts: \(faults.count) fault\(faults.count == 1 ? "" : "s"); nothing was run\n")
        return .usage
    }
}
