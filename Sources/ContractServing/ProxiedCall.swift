import ContractChecking
import HTTPRecording

package struct ProxiedCall: Sendable {
    let request: RecordedRequest
    let call: ServedCall?

    package var service: String? { call?.contract.service }

    /// Returns the exchange with the contract's origin in the URL, or `nil` if no endpoint matches.
    package func exchange(_ response: RecordedResponse) -> HTTPExchange? {
        call.map { HTTPExchange(request: $0.request, response: response) }
    }

    package func entry(_ response: RecordedResponse, from origin: String) -> ServingEntry {
        let source = ServingEntry.Source.proxied(to: origin)
        guard let call else { return ServingEntry(request, nil, source: source, response: response) }
        let mismatches =
            call.mismatches
            + ResponseMatcher(endpoint: call.endpoint, outcome: nil, pointer: call.endpoint.pointer) { call.values[$0] }
            .match(response, to: call.request.url).mismatches.filter { $0.severity == .error }
        let redaction = ServingRedaction(request, call, response)
        return ServingEntry(
            request, call, source: source,
            findings: mismatches.map { ServingFinding($0, in: call.contract, redaction) }, response: response)
    }

    package func entry(failing reason: String, from origin: String) -> ServingEntry {
        let reason = ServingRedaction(request, call).redacted(reason)
        return ServingEntry(
            request, call, source: .proxied(to: origin),
            findings: [ServingFinding(rule: "network", message: reason)], response: RecordedResponse(status: 502))
    }
}
