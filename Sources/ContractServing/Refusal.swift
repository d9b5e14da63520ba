import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Builds responses to requests that violate the contracts, with the findings as JSON.
enum Refusal {
    /// Returns 422: the request violates the contract of its endpoint.
    static func differing(_ call: ServedCall, _ request: RecordedRequest) -> ServedResponse {
        let redaction = ServingRedaction(request, call)
        return answer(
            422, "the request does not match the contract '\(call.contract.service)' for '\(call.endpoint.name)'",
            request, call, call.mismatches.map { ServingFinding($0, in: call.contract, redaction) })
    }

    /// Returns 401: a required credential is missing, and the contract declares no response for that.
    static func unauthorized(_ call: ServedCall, _ request: RecordedRequest) -> ServedResponse {
        let missing = call.credentials.filter { !$0.slot.isOptional && $0.text == nil }.map { slot, _ in
            switch slot.place {
            case .header(let name):
                ServingFinding(rule: RequestRule.header.rawValue, message: "the header '\(name)' is missing")
            case .query(let name):
                ServingFinding(rule: RequestRule.query.rawValue, message: "the query '\(name)' is missing")
            }
        }
        return answer(401, "the request lacks a credential that the contract requires", request, call, missing)
    }

    /// Returns 405: the path exists with other methods.
    static func otherMethod(_ request: RecordedRequest, _ methods: [String]) -> ServedResponse {
        let allowed = methods.joined(separator: ", ")
        let finding = ServingFinding(
            rule: RequestRule.method.rawValue, message: "the method is \(request.method), not \(allowed)",
            expected: allowed, found: request.method)
        var answer = answer(405, "no endpoint accepts this method for this path", request, nil, [finding])
        answer.response.headers["Allow"] = allowed
        return answer
    }

    /// Returns 404: no endpoint has the path.
    static func unknown(_ request: RecordedRequest, among known: [String]) -> ServedResponse {
        let path = ServingRedaction(request, nil).redacted(request).url.beforeQuery
        let asked = "\(request.method) \(path)"
        let finding = ServingFinding(
            rule: RequestRule.path.rawValue,
            message: "no endpoint of the contracts accepts \(asked)\(Suggestion.text(for: asked, among: known))",
            expected: known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", …" : ""), found: asked)
        return answer(404, "no endpoint accepts this request", request, nil, [finding])
    }

    private static func answer(
        _ status: Int, _ title: String, _ request: RecordedRequest, _ call: ServedCall?, _ findings: [ServingFinding]
    ) -> ServedResponse {
        // A problem document (RFC 9457), extended by the findings.
        let body: JSON = ["title": .string(title), "status": JSON(status), "findings": .array(findings.map(\.json))]
        let response = RecordedResponse(
            status: status, headers: ["Content-Type": "application/problem+json"],
            body: Array((body.text(.pretty) + "\n").utf8))
        return ServedResponse(
            response: response,
            entry: ServingEntry(request, call, source: .refused, findings: findings, response: response))
    }
}
