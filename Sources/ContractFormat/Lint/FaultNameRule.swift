import HTTPRecording
import JSONSchema

/// Requires known fault names, and a case that supplies arguments.
enum FaultNameRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints {
            for fault in endpoint.faults where Fault(rawValue: fault.name) == nil {
                report(
                    "there is no fault '\(fault.name)'\(Suggestion.text(for: fault.name, among: Fault.names))",
                    fault.pointer)
            }
            if !endpoint.faults.isEmpty, endpoint.cases.isEmpty,
                endpoint.arguments.contains(where: { !$0.isOptional })
            {
                report(
                    "faults run with the arguments of a case, but '\(endpoint.name)' has no case",
                    endpoint.pointer(to: .faults))
            }
        }
    }
}
