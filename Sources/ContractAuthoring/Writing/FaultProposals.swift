import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Proposed faults for client calls: network failures, and the errors that endpoints list. Calls with tokens, cached
/// copies, or cursors get additional faults.
package enum FaultProposals {
    /// Returns the `faults` of an endpoint without any, with the errors of a `URLSession` and a `JSONDecoder`.
    package static func faults(of endpoint: EndpointContract, in contract: Contract) -> JSONObject? {
        guard endpoint.faults.isEmpty else { return nil }
        let senders = contract.senders(of: endpoint)
        let responses = senders.flatMap(\.responses)
        let unknown = JSON.string(ErrorContract.unknown)
        var faults: [(Fault, JSON)] = [(.unreachable, "NSURLErrorDomain.-1004"), (.timeout, "NSURLErrorDomain.-1001")]
        let readsJSON = responses.contains { response in
            if case .json = response.body { response.key.statuses.overlaps(200..<300) } else { false }
        }
        if readsJSON { faults.append((.malformedBody, "DecodingError")) }
        // Any server may be out of service.
        let listed = responses.map(\.key.statuses).filter { $0.lowerBound >= 400 }.map(\.lowerBound)
        for status in (listed + [503]).distinct.sorted() { faults.append((.status(status), unknown)) }
        let recovers: JSON = ["returns": true]
        // A call of several requests may sign in again.
        let renews =
            endpoint.request == nil
            ? senders.contains { !$0.credentials.isEmpty }
            : endpoint.isAuthorized && !endpoint.takesRefreshToken
                && contract.endpoints.contains(where: \.takesRefreshToken)
        if renews { faults += [(.expiredToken, recovers), (.revokedToken, unknown)] }
        if senders.contains(where: \.isRevalidated) { faults.append((.notModified, recovers)) }
        if senders.contains(where: { $0.request?.query.contains(where: \.name.isCursorName) ?? false }) {
            faults.append((.staleCursor, unknown))
        }
        return JSONObject(faults.map { ($0.0.rawValue, $0.1) })
    }

    /// Returns the same faults without errors, so that a run shows how the call ends.
    package static func questions(
        of endpoint: EndpointContract, in contract: Contract
    ) -> (edit: ContractEdit, faults: [String])? {
        faults(of: endpoint, in: contract).map { faults in
            let unknown = JSONObject(faults.map { ($0.key, .string(ErrorContract.unknown)) })
            return (ContractEdit(.set(.object(unknown)), at: endpoint.pointer(to: .faults)), faults.map(\.key))
        }
    }
}

extension EndpointContract {
    fileprivate var takesRefreshToken: Bool {
        arguments.contains { $0.isSecret && $0.name.folded.contains("refresh") }
    }

    fileprivate var isAuthorized: Bool {
        request?.headers.contains { $0.expectation.placeholders.contains(where: isSecret) } ?? false
    }

    fileprivate var isRevalidated: Bool {
        request?.method == "GET"
            && responses.contains { $0.key.statuses.contains(304) || $0.headers.contains { $0.name.folded == "etag" } }
    }
}
