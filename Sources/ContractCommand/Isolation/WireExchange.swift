import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request whose body is no stream, as it goes from one process to another.
struct WireRequest: Sendable, Codable {
    private let method: String
    private let url: String
    private let headers: [String: String]
    private var timeout = 60.0
    private var body: Data?

    init(_ request: URLRequest) {
        self.init(RecordedRequest(request))
        timeout = request.boundedTimeout
        body = request.httpBody
    }

    fileprivate init(_ request: RecordedRequest) {
        method = request.method
        url = request.url
        headers = request.headers.foundation
        body = request.body.map { Data($0) }
    }

    var recorded: RecordedRequest {
        RecordedRequest(
            method: method, url: url, headers: HeaderFields(foundation: headers), body: body.map { Array($0) })
    }

    /// The request; `nil` where its URL is none.
    var urlRequest: URLRequest? {
        var request = recorded.urlRequest
        request?.timeoutInterval = timeout
        request?.httpBody = body
        return request
    }
}

/// A response as it goes from one process to another.
struct WireResponse: Sendable, Codable {
    private let url: String
    let status: Int
    private let headers: [String: String]
    private let body: Data
    private let chunks: [Int]

    init(_ data: Data, _ response: HTTPURLResponse) {
        self.init(RecordedResponse(data, response), to: response.url?.absoluteString ?? "")
    }

    init(_ response: RecordedResponse, to url: String) {
        self.url = url
        status = response.status
        headers = response.headers.foundation
        body = Data(response.body)
        chunks = response.chunks
    }

    fileprivate var recorded: RecordedResponse {
        var response = RecordedResponse(
            status: status, headers: HeaderFields(foundation: headers), body: Array(body))
        response.chunks = chunks
        return response
    }

    /// The response as Foundation has it.
    func received() throws -> (Data, HTTPURLResponse) {
        guard let url = URL(string: url), let response = recorded.urlResponse(url: url) else {
            throw URLError(.badServerResponse)
        }
        return (body, response)
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
            exchanges: exchanges.map { HTTPExchange(request: $0.request.recorded, response: $0.response.recorded) })
    }
}
