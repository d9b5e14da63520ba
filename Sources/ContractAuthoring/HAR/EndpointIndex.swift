import ContractChecking
import ContractFormat
import Foundation

/// An index of a contract's endpoints by method and path, which avoids comparing a request with every endpoint.
struct EndpointIndex {
    /// Path templates with fixed segments at the same positions.
    private struct Form: Hashable {
        let method: String
        let isFixed: [Bool]
    }

    /// The positions of endpoints in the contract, by form and by the text of their fixed segments.
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

    /// - Parameter path: The percent-encoded path of the URL.
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
