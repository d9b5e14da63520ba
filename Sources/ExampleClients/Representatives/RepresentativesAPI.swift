import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests `whoismyrepresentative.com` understands.
public enum RepresentativesAPI {
    /// Asks for the representatives of a state.
    ///
    /// - Parameter state: two capital letters; a code that is no state's is answered like one without representatives.
    /// - Throws: ``RepresentativesError/invalidState``.
    public static func representatives(state: String) throws -> URLRequest {
        try NetworkController.request(
            for: RepresentativeController.baseURL, httpMethod: .get, urlParameters: parameters(state: state))
    }

    /// The query of the request; without `output` the service answers in XML.
    static func parameters(state: String) throws(RepresentativesError) -> [String: String] {
        guard state.utf8.count == 2, state.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else {
            throw .invalidState
        }
        return ["state": state, "output": "json"]
    }
}
