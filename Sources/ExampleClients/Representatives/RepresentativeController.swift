import Foundation

package struct RepresentativeController: Sendable {
    package static let baseURL = URL(constant: "https://whoismyrepresentative.com/getall_reps_bystate.php")

    private let transport: HTTPTransport

    package init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    /// Returns a state's representatives in the service's order, or an empty array if there are none.
    ///
    /// - Throws: ``RepresentativesError`` or `CancellationError`.
    package func searchRepresentatives(forState state: String) async throws -> [Representative] {
        let request = try RepresentativesAPI.representatives(state: state)
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: RepresentativesError.unreadable) {
            _ in .connectionFailed
        }
        return try Self.representatives(in: reply)
    }

    /// Searches for a state's representatives and passes them, or a ``RepresentativesError``, to `completion`.
    ///
    /// - Parameter network: performs the request and calls `completion` on its session's queue.
    package static func searchRepresentatives(
        forState state: String, over network: NetworkController = NetworkController(),
        completion: @escaping @Sendable (Result<[Representative], any Error>) -> Void
    ) {
        let parameters: [String: String]
        do {
            parameters = try RepresentativesAPI.parameters(state: state)
        } catch {
            return completion(.failure(error))
        }
        network.performRequest(for: baseURL, httpMethod: .get, urlParameters: parameters) { outcome in
            completion(
                Result {
                    switch outcome {
                    case .success(let (data, response)):
                        guard let reply = HTTPReply(data, response) else { throw RepresentativesError.unreadable }
                        return try representatives(in: reply)
                    case .failure(let failure):
                        _ = try URLError.Code(ofTransport: failure)
                        throw RepresentativesError.connectionFailed
                    }
                })
        }
    }

    /// Returns the heading for the list, or the text for an empty one.
    package static func summary(of representatives: [Representative], inState state: String) -> String {
        switch representatives.count {
        case 0: "No representatives were found for \(state)."
        case 1: "1 representative for \(state)"
        default: "\(representatives.count) representatives for \(state)"
        }
    }

    private static func representatives(in reply: HTTPReply) throws(RepresentativesError) -> [Representative] {
        guard reply.isSuccess else { throw .badStatus(reply.status) }
        // The service sends Latin-1, in which every byte is a character. JSON parsers require UTF-8.
        guard let text = String(data: reply.body, encoding: reply.mediaType?.charset == "utf-8" ? .utf8 : .isoLatin1)
        else { throw .unreadable }
        if saysNoDataFound(text) { return [] }
        var reply = reply
        reply.body = Data(text.utf8)
        guard let results = try reply.object(orThrow: RepresentativesError.unreadable)["results"] as? [[String: Any]]
        else { throw .unreadable }
        let representatives = results.compactMap(Representative.init)
        guard representatives.count == results.count else { throw .unreadable }
        return representatives
    }

    /// Whether the body is the XML that the service sends for an empty result in spite of `output=json`.
    private static func saysNoDataFound(_ text: String) -> Bool {
        text.trimmingCharacters(in: .whitespacesAndNewlines) == "<result message='No Data Found' />"
    }
}

package enum RepresentativesAPI {
    /// Returns the request for a state's representatives.
    ///
    /// - Parameter state: two uppercase letters. The service treats an unknown code as a state without representatives.
    /// - Throws: ``RepresentativesError/invalidState``.
    package static func representatives(state: String) throws -> URLRequest {
        try NetworkController.request(
            for: RepresentativeController.baseURL, httpMethod: .get, urlParameters: parameters(state: state))
    }

    /// Returns the query parameters. Without `output`, the service responds with XML.
    static func parameters(state: String) throws(RepresentativesError) -> [String: String] {
        guard state.utf8.count == 2, state.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else {
            throw .invalidState
        }
        return ["state": state, "output": "json"]
    }
}

/// The reason why a search failed. An empty result is not a failure.
package enum RepresentativesError: LocalizedError, Sendable, Hashable {
    /// The state is not two uppercase letters.
    case invalidState
    case connectionFailed
    case badStatus(Int)
    /// The response is neither a list of representatives nor the XML of an empty result.
    case unreadable

    package var errorDescription: String? {
        switch self {
        case .invalidState: "A state is its two-letter code, such as UT."
        case .connectionFailed: "Unable to connect to the server."
        case .badStatus(let status): "The server could not answer (status \(status))."
        case .unreadable: "Unable to read the answer of the server."
        }
    }
}
