import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Requests by endpoint and argument values, regardless of spelling: 12.50 for 12.5, or an instant in another zone.
struct RequestMeaning: Sendable {
    private let contract: Contract

    init(of contract: Contract) { self.contract = contract }

    /// Returns a canonical request for the endpoint and arguments, or the request itself if it matches no endpoint.
    @Sendable func of(_ request: RecordedRequest) -> RecordedRequest {
        guard let sent = request.urlRequest else { return request }
        for endpoint in contract.endpoints {
            guard let expected = endpoint.request,
                let values = ArgumentExtraction.arguments(of: sent, endpoint: endpoint),
                isRequest(sent, of: expected, endpoint, values)
            else { continue }
            return RecordedRequest(
                method: "CALL", url: "call:/" + [endpoint.name].encodedPath,
                body: JSON.object(JSONObject(meanings(of: values, expected, endpoint))).bytes())
        }
        return request
    }

    /// Whether a request matches the contract except for headers, by which recordings are not searched.
    private func isRequest(
        _ sent: URLRequest, of expected: RequestContract, _ endpoint: EndpointContract, _ values: [String: JSON]
    ) -> Bool {
        let variables = CallArguments(mode: .replay, environment: [:])
        return RequestMatcher(
            contract: expected, of: endpoint, origin: endpoint.origin ?? contract.origin, isRecorded: true
        ) { variables.value(of: $0, in: values) }
        .mismatches(of: sent, ignoringTimeout: true).allSatisfy { $0.rule == RequestRule.header.id }
    }

    private func meanings(
        of values: [String: JSON], _ request: RequestContract, _ endpoint: EndpointContract
    ) -> [(String, JSON)] {
        let headers = request.headers.flatMap(\.templates).map(\.pointer)
        let templates = request.templates.filter { !headers.contains($0.pointer) }.map(\.template)
        return endpoint.arguments.compactMap { argument in
            let places = templates.filter { $0.placeholders.contains(.name(argument.name)) }
            guard !places.isEmpty, let value = values[argument.name], value != argument.documentedDefault else {
                return nil
            }
            // Null counts only if the contract distinguishes it from absence.
            if value.isNull, !places.contains(where: { $0.nilForm == .distinct }) { return nil }
            return (argument.name, argument.normalized(value))
        }
    }
}
