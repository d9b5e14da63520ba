import ContractFormat
import HTTPRecording
import JSONSchema

/// Faults that a client call may be held to: what every network does, and the errors that its endpoint lists.
package enum FaultProposals {
    /// Stands for the error of a client that is not known.
    package static let unknown = "…"

    /// The `faults` of an endpoint; `nil` where it has some, or sends the requests of others.
    package static func faults(of endpoint: EndpointContract) -> JSONObject? {
        guard endpoint.faults.isEmpty, endpoint.request != nil else { return nil }
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
        return JSONObject(faults.map { ($0.0.rawValue, $0.1) })
    }
}
