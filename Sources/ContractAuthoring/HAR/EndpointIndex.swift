import ContractChecking
import ContractFormat
import Foundation

/// Finds the endpoints of a contract whose method and path a request can have, without comparing it with each of them.
struct EndpointIndex {
    /// The path templates whose fixed segments stand at the same places.
    private struct Form: Hashable {
        let method: String
        /// For each segment whether the template fixes its whole text.
        let isFixed: [Bool]
    }

    /// The endpoints of each form by the text of their fixed segments, as positions in the contract.
    private var forms: [Form: [[String]: [Int]]] = [:]
    private let endpoints: [EndpointContract]

    init(_ endpoints: [EndpointContract]) {
        self.endpoints = endpoints
        for (position, endpoint) in endpoints.enumerated() {
            guard let request = endpoint.request else { continue }
            let segments = request.segments
            let form = Form(method: request.method, isFixed: segments.map(\.placeholders.isEmpty))
            let fixed = segments.filter(\.placeholders.isEmpty).map { $0.texts.joined() }
            forms[form, default: [:]][fixed, default: []].append(position)
        }
    }

    /// Returns the endpoints that a request may be of, in the order of the contract.
    ///
    /// - Parameter path: the path of its URL, percent-encoded.
    func endpoints(method: String, path: String) -> [EndpointContract] {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.percentDecoded ?? String($0)
        }
        let found = forms.flatMap { form, positions -> [Int] in
            guard form.method == method, form.isFixed.count == segments.count else { return [] }
            return positions[zip(segments, form.isFixed).filter(\.1).map(\.0)] ?? []
        }
        return found.sorted().map { endpoints[$0] }
    }
}
