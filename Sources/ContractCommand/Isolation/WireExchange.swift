import Foundation
import HTTPRecording

/// A request as sent between processes, without a body stream.
struct WireRequest: Sendable, Codable {
    private let method: String
    private let url: String
    private let headers: [String: String]
    private let timeout: Double
    private let body: Data?

    init(_ request: URLRequest) {
        method = request.httpMethod ?? "GET"
        url = request.url?.absoluteString ?? ""
        headers = request.allHTTPHeaderFields ?? [:]
        timeout = request.boundedTimeout
        body = request.httpBody
    }

    var urlRequest: URLRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url, timeoutInterval: timeout)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = body
        return request
    }
}

struct WireResponse: Sendable, Codable {
    private let url: String
    let status: Int
    private let headers: [String: String]
    private let body: Data
    private let chunks: [Int]

    init(_ data: Data, _ response: HTTPURLResponse) {
        url = response.url?.absoluteString ?? ""
        status = response.statusCode
        headers = HeaderFields(foundation: response.allHeaderFields).foundation
        body = data
        chunks = response.chunks
    }

    func received() throws -> (Data, HTTPURLResponse) {
        var response = RecordedResponse(status: status, headers: HeaderFields(foundation: headers), body: Array(body))
        response.chunks = chunks
        guard let url = URL(string: url), let received = response.urlResponse(url: url) else {
            throw URLError(.badServerResponse)
        }
        return (body, received)
    }
}

struct WireError: Sendable, Codable {
    /// The code of a `URLError`; `nil` for any other error, of which only the description is kept.
    let code: Int?
    let url: String?
    let texts: [String: String]

    init(_ error: any Error) {
        let known = error as? URLError ?? (error is CancellationError ? URLError(.cancelled) : nil)
        code = known?.code.rawValue
        url = known?.failingURL?.absoluteString
        texts = known?.userInfo.compactMapValues { $0 as? String } ?? [NSLocalizedDescriptionKey: "\(error)"]
    }

    var error: any Error {
        guard let code = code.flatMap(URLError.Code.init(rawValue:)) else {
            return TransportError(texts[NSLocalizedDescriptionKey] ?? "the network gave no reason")
        }
        var userInfo: [String: Any] = texts
        userInfo[NSURLErrorFailingURLErrorKey] = url.flatMap { URL(string: $0) }
        return URLError(code, userInfo: userInfo)
    }
}

struct WireExchange: Sendable, Codable {
    /// The recording of its case or scenario.
    let file: String
    let request: WireRequest
    let response: WireResponse

    /// The exchange, or `nil` if Foundation refuses its URL or response.
    var exchange: HTTPExchange? {
        guard let request = request.urlRequest, let (data, response) = try? response.received() else { return nil }
        return HTTPExchange(request: RecordedRequest(request), response: RecordedResponse(data, response))
    }
}
