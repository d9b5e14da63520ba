import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct GoalAPI: Sendable {
    var precise = true

    func setGoal(_ kind: String, _ value: Double) throws -> URLRequest {
        guard let url = URL(string: "https://fitness.example/v1/goals")?.appendingPathComponent(kind) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.allHTTPHeaderFields = ["Content-Type": "application/json", "X-Units": "metric"]
        request.httpBody = try JSONEncoder().encode(["value": precise ? value : Double(Float(value))])
        return request
    }
}

extension SoundCode {
    /// Twin: converts the value through Float.
    @Test func goalByFunction() async {
        await compare("fitness", finds: Fault("request.body", at: "/endpoints/goal/request/body/value")) {
            Endpoint("goal", GoalAPI().setGoal, "kind", "value")
        } twin: {
            Endpoint("goal", GoalAPI(precise: false).setGoal, "kind", "value")
        }
    }
}
