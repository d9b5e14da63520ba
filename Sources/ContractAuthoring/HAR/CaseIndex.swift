import ContractFormat
import JSONSchema

/// An endpoint's cases by the texts of their arguments, which name the cases to compare with a request first.
struct CaseIndex {
    let cases: [CaseContract]
    /// The positions of the cases by name and text of an argument.
    private let positions: [[String]: [Int]]

    init(_ endpoint: EndpointContract) {
        cases = endpoint.cases
        let keys = cases.enumerated().flatMap { index, testCase in
            testCase.arguments.compactMap { argument -> (key: [String], index: Int)? in
                guard case .literal(let json) = argument.value else { return nil }
                return (Self.key(argument.name, json), index)
            }
        }
        positions = Dictionary(grouping: keys, by: \.key).mapValues { $0.map(\.index) }
    }

    /// Returns the cases that share their rarest argument with a request.
    func likelyCases(for arguments: [String: JSON]) -> [CaseContract] {
        let found = arguments.compactMap { positions[Self.key($0.key, $0.value)] }
        return found.min { $0.count < $1.count }?.map { cases[$0] } ?? []
    }

    private static func key(_ name: String, _ value: JSON) -> [String] {
        [name, JSONNumber(text: value.plainText).map { "\($0.doubleValue)" } ?? value.plainText.lowercased()]
    }
}
