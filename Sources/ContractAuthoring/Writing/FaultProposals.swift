import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Faults that a client call may be held to: what every network does, the errors that its endpoint lists, and what becomes of
/// the tokens, copies and cursors that the contract has.
package enum FaultProposals {
    /// Stands for the error of a client that is not known.
    package static let unknown = "…"

    /// The `faults` of an endpoint; `nil` where it has some, or sends the requests of others.
    package static func faults(of endpoint: EndpointContract, in contract: Contract) -> JSONObject? {
        guard endpoint.faults.isEmpty, let request = endpoint.request else { return nil }
        // Errors as a 'URLSession' and a 'JSONDecoder' throw them.
        var faults: [(Fault, JSON)] = [
            (.unreachable, "NSURLErrorDomain.-1004"), (.timeout, "NSURLErrorDomain.-1001"),
        ]
        let readsJSON = endpoint.responses.contains { response in
            if case .json = response.body { response.key.statuses.overlaps(200..<300) } else { false }
        }
        if readsJSON { faults.append((.malformedBody, "DecodingError")) }
        // Any server may be out of service.
        let listed = endpoint.responses.map(\.key.statuses).filter { $0.lowerBound >= 400 }.map(\.lowerBound)
        for status in (listed + [503]).distinct.sorted() { faults.append((.status(status), .string(unknown))) }
        let recovers: JSON = ["returns": true]
        let isAuthorized = request.headers.contains { $0.expectation.placeholders.contains(where: endpoint.isSecret) }
        if isAuthorized, contract.endpoints.contains(where: \.takesRefreshToken), !endpoint.takesRefreshToken {
            faults += [(.expiredToken, recovers), (.revokedToken, .string(unknown))]
        }
        if request.method == "GET", endpoint.isRevalidated { faults.append((.notModified, recovers)) }
        if request.query.contains(where: \.name.isCursorName) { faults.append((.staleCursor, .string(unknown))) }
        return JSONObject(faults.map { ($0.0.rawValue, $0.1) })
    }
}

extension EndpointContract {
    /// Whether it gives a new token for another one.
    fileprivate var takesRefreshToken: Bool {
        arguments.contains { $0.isSecret && $0.name.folded.contains("refresh") }
    }

    /// Whether its answers have entity tags.
    fileprivate var isRevalidated: Bool {
        responses.contains { $0.key.statuses.contains(304) || $0.headers.contains { $0.name.folded == "etag" } }
    }
}
