import HTTPRecording
import JSONSchema

/// Requires a health check for health limits, and permission for repeated unsafe requests.
enum HealthLimitsRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints {
            let cases = endpoint.cases.filter(\.isHealthCheck)
            if let health = endpoint.health, cases.isEmpty {
                report(
                    "no case of '\(endpoint.name)' is a health check: add \"health\": true to one, or remove this",
                    health.pointer)
            }
            let unsafe = contract.requests(of: endpoint).first { !SafeMethods.contains($0.method) }
            guard let unsafe, endpoint.health?.allowsUnsafeMethods != true else { continue }
            for testCase in cases {
                report(
                    "a health check sends no \(unsafe.method), which may have side effects, "
                        + "unless its endpoint allows it: \"health\": { \"unsafe\": true }",
                    testCase.pointer(to: .health))
            }
        }
    }
}
