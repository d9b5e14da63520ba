import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

@testable import ContractHealth

extension EndpointObservation {
    /// Returns a minimal observation of `notes/list` with the given verdict.
    static func of(_ verdict: HealthVerdict, endpoint: String = "list", latency: Double? = 0.25) -> EndpointObservation
    {
        let finding = Finding(
            reported: "test", severity: .error, message: "it is \(verdict.rawValue)",
            contract: Place(file: "contract.json"),
            repeatCommand: "", fingerprint: "")
        let aspect: (HealthAspect, HealthAspectResult) =
            switch verdict {
            case .healthy: (.reachable, .held)
            case .degraded: (.drift, .failed([finding]))
            case .unsupported: (.reachable, .unsupported(reason: "it is unsupported"))
            case .failing: (.contract, .failed([finding]))
            case .unreachable: (.reachable, .failed([finding]))
            }
        return EndpointObservation(
            service: "notes", endpoint: endpoint, cases: ["all"], aspects: [aspect.0: aspect.1], verdict: verdict,
            latency: verdict == .unreachable ? nil : latency)
    }
}
