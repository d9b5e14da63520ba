import ContractChecking
import ContractFormat
import JSONSchema

extension AcceptedFindings {
    var unknownRules: [SourceFault] { faults(knowing: RuleList.all.map(\.id)) }
}

enum FaultPrinter {
    static func check(_ accepted: AcceptedFindings, _ terminal: Terminal) throws {
        try check(accepted.faults + accepted.unknownRules, terminal)
    }

    /// Lists the faults of the accepted findings and of the checked services before anything runs.
    ///
    /// - Throws: an error if nothing can run; checks of valid contracts still run beside faulty ones.
    static func check(_ checks: [Check], _ context: CommandContext) throws {
        try check(context.suite.loaded.value.accepted, context.terminal)
        let names = Set(checks.map(\.service))
        let services = context.services.filter { names.contains($0.name) }
        let faults = services.flatMap(\.faults)
        if services.allSatisfy({ $0.contract == nil }) { try check(faults, context.terminal) }
        list(faults, context.terminal)
    }

    /// Lists the faults.
    ///
    /// - Throws: an error with their number if there is any.
    static func check(_ faults: [SourceFault], _ terminal: Terminal, or consequence: String = "nothing was run")
        throws
    {
        let count = list(faults, terminal)
        if count > 0 { throw CommandError("\(counted(count, "fault")); \(consequence)") }
    }

    @discardableResult
    static func list(_ faults: [SourceFault], _ terminal: Terminal) -> Int {
        let faults = faults.distinct
        for fault in faults { terminal.err("\(fault.place): error: \(lines: fault.message)\n") }
        return faults.count
    }
}
