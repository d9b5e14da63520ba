import HTTPRecording
import JSONSchema

/// Requires a health check for health limits, and permission for repeated unsafe requests.
enum HealthLimitsRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints {
            let cases = endpoint.cases.filter(\.isHealthCheck)
            if let health = endpoint.health, cases.isEmpty {
                report(
                    "no case of '\(endpoint.name)' is a health check: add \"health\": true to one, or take this away",
                    health.pointer)
            }
            let unsafe = contract.requests(of: endpoint).first { !SafeMethods.contains($0.method) }
            guard let unsafe, endpoint.health?.allowsUnsafeMethods != true else { continue }
            for testCase in cases {
                report(
                    "a health check sends no \(unsafe.method), which may change something, "
                        + "unless its endpoint agrees: \"health\": { \"unsafe\": true }",
                    testCase.pointer(to: .health))
            }
        }
    }
}
