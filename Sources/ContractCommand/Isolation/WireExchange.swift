import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request whose body is no stream, as it goes from one process to another.
struct WireRequest: Sendable, Codable {
    let method: String
    let url: String
    let headers: [String: String]
    var timeout = 60.0
    let body: Data?

    init(_ request: URLRequest) {
        method = request.httpMethod ?? "GET"
        url = request.url?.absoluteString ?? ""
        headers = request.allHTTPHeaderFields ?? [:]
        timeout = request.boundedTimeout
        body = request.httpBody
    }

    fileprivate init(_ request: RecordedRequest) {
        method = request.method
        url = request.url
        headers = request.headers.foundation
        body = request.body.map { Data($0) }
    }

    /// The request; `nil` where its URL is none.
    var urlRequest: URLRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.timeoutInterval = timeout
        request.httpBody = body
        return request
    }
}

/// A response as it goes from one process to another.
struct WireResponse: Sendable, Codable {
    let url: String
    let status: Int
    let headers: [String: String]
    let body: Data
    let chunks: [Int]

    init(_ data: Data, _ response: HTTPURLResponse) {
        url = response.url?.absoluteString ?? ""
        status = response.statusCode
        headers = HeaderFields(foundation: response.allHeaderFields).foundation
        body = data
        chunks = response.chunks
    }

    fileprivate init(_ response: RecordedResponse, to url: String) {
        self.url = url
        status = response.status
        headers = response.headers.foundation
        body = Data(response.body)
        chunks = response.chunks
    }

    /// The response as Foundation has it.
    ///
    /// - Throws: `URLError.badServerResponse` where it is none.
    func received() throws -> (Data, HTTPURLResponse) {
        guard let url = URL(string: url),
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return (body, response.with(chunks: chunks))
    }
}

/// An error of a transport as it goes from one process to another.
struct WireError: Sendable, Codable {
    /// The code of an `URLError`; `nil` for any other error, which is its message alone.
    var code: Int?
    var url: String?
    var explanation: String?
    var reason: String?
    var message: String?

    init(_ error: any Error) {
        guard let error = error as? URLError ?? (error is CancellationError ? URLError(.cancelled) : nil) else {
            message = "\(error)"
            return
        }
        code = error.code.rawValue
        url = error.failingURL?.absoluteString
        explanation = error.explanation
        reason = error.networkReason
        message = error.userInfo[NSLocalizedDescriptionKey] as? String
    }

    /// The error as it was.
    var error: any Error {
        guard let code = code.flatMap(URLError.Code.init(rawValue:)) else {
            return TransportError(message ?? "the network gave no reason")
        }
        let url = url.flatMap { URL(string: $0) }
        if let explanation { return URLError(code, url: url, explaining: explanation) }
        let error = URLError(code, url: url, message)
        guard let reason, reason != error.networkReason else { return error }
        return error.with(networkReason: reason)
    }
}

/// The exchanges of a live call, without their times, as they go from one process to another.
struct WireCall: Sendable, Codable {
    private struct Exchange: Sendable, Codable {
        let request: WireRequest
        let response: WireResponse
    }

    private let service: String
    private let endpoint: String
    private let name: String
    private let file: String?
    private let exchanges: [Exchange]

    init(_ call: PooledCall) {
        service = call.service
        endpoint = call.endpoint
        name = call.name
        file = call.file
        exchanges = call.exchanges.map {
            Exchange(request: WireRequest($0.request), response: WireResponse($0.response, to: $0.request.url))
        }
    }

    var call: PooledCall {
        PooledCall(
            service: service, endpoint: endpoint, name: name, file: file,
            exchanges: exchanges.map { exchange in
                let (sent, came) = (exchange.request, exchange.response)
                var response = RecordedResponse(
                    status: came.status, headers: HeaderFields(foundation: came.headers), body: Array(came.body))
                response.chunks = came.chunks
                return HTTPExchange(
                    request: RecordedRequest(
                        method: sent.method, url: sent.url, headers: HeaderFields(foundation: sent.headers),
                        body: sent.body.map { Array($0) }), response: response)
            })
    }
}
