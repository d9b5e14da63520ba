import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of a contract's cases, whatever the spelling of their values: 12.50 for 12.5, an instant in another zone.
struct CaseRequests: Sendable {
    private let contract: Contract

    init(of contract: Contract) { self.contract = contract }

    /// A request that stands for the first case whose request this is; the request itself where it is of none.
    @Sendable func named(_ request: RecordedRequest) -> RecordedRequest {
        guard let sent = request.urlRequest else { return request }
        for endpoint in contract.endpoints {
            guard let arguments = ArgumentExtraction.arguments(of: sent, endpoint: endpoint) else { continue }
            let found = CaseIndex(endpoint).cases(for: arguments).first { isRequest(sent, of: $0, endpoint) }
            guard let found else { continue }
            return RecordedRequest(method: "CASE", url: "case:/" + TemplatePath.encoded([endpoint.name, found.name]))
        }
        return request
    }

    /// Whether a request differs from a case's by nothing but headers, which no recording is searched by.
    private func isRequest(_ sent: URLRequest, of testCase: CaseContract, _ endpoint: EndpointContract) -> Bool {
        guard let request = endpoint.request else { return false }
        let variables = CallArguments(mode: .replay, environment: [:])
        let arguments: Arguments
        // No case of a replay lacks a variable: each stands for itself.
        do { arguments = try variables.resolve(testCase.arguments) } catch { return false }
        return RequestMatcher(
            contract: request, of: endpoint, origin: endpoint.origin ?? contract.origin, isRecorded: true
        ) { variables.value(of: $0, in: arguments.values) }
        .mismatches(of: sent, ignoringTimeout: true).allSatisfy { $0.rule == RequestRule.header.id }
    }
}
