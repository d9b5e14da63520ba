import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests, answers and errors of a transport as JSON, in which they go from one process to another.
enum ExchangeCoding {
    // MARK: - Requests

    /// A request whose body is no stream.
    static func json(_ request: URLRequest) -> JSON {
        var object: JSONObject = [
            "method": .string(request.httpMethod ?? "GET"), "url": .string(request.url?.absoluteString ?? ""),
            "headers": json(request.allHTTPHeaderFields ?? [:]),
            "timeout": JSONNumber(request.boundedTimeout).map(JSON.number) ?? .null,
        ]
        object["body"] = request.httpBody.map { .string($0.base64EncodedString()) }
        return .object(object)
    }

    static func request(_ json: JSON) -> URLRequest? {
        guard let url = json["url"]?.stringValue.flatMap(URL.init(string:)) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = json["method"]?.stringValue
        request.allHTTPHeaderFields = headers(json)
        request.timeoutInterval = json["timeout"]?.numberValue?.doubleValue ?? 60
        request.httpBody = json["body"]?.stringValue.flatMap { Data(base64Encoded: $0) }
        return request
    }

    // MARK: - Answers

    static func json(_ data: Data, _ response: HTTPURLResponse) -> JSON {
        [
            "url": .string(response.url?.absoluteString ?? ""), "status": .number(JSONNumber(response.statusCode)),
            "headers": json(HeaderFields(foundation: response.allHeaderFields).foundation),
            "body": .string(data.base64EncodedString()), "chunks": json(response.chunks),
        ]
    }

    private static func json(_ chunks: [Int]) -> JSON { .array(chunks.map { .number(JSONNumber($0)) }) }

    private static func chunks(_ json: JSON) -> [Int] { json["chunks"]?.arrayValue?.compactMap(\.intValue) ?? [] }

    /// An answer, or the error that it tells.
    static func answer(_ json: JSON) throws -> (Data, HTTPURLResponse) {
        if let error = json["error"] { throw self.error(error) }
        guard let url = json["url"]?.stringValue.flatMap(URL.init(string:)), let status = json["status"]?.intValue,
            let data = json["body"]?.stringValue.flatMap({ Data(base64Encoded: $0) }),
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: headers(json))
        else { throw URLError(.badServerResponse) }
        return (data, response.with(chunks: chunks(json)))
    }

    // MARK: - Errors

    static func json(throwing error: any Error) -> JSON {
        guard let error = error as? URLError else {
            if error is CancellationError { return json(throwing: URLError(.cancelled)) }
            return ["error": ["message": .string("\(error)")]]
        }
        return [
            "error": [
                "code": .number(JSONNumber(error.code.rawValue)),
                "url": error.failingURL.map { .string($0.absoluteString) } ?? .null,
                "explanation": error.explanation.map(JSON.string) ?? .null,
                "reason": .string(error.networkReason),
                "text": (error.userInfo[NSLocalizedDescriptionKey] as? String).map(JSON.string) ?? .null,
            ]
        ]
    }

    private static func error(_ json: JSON) -> any Error {
        guard let code = json["code"]?.intValue.flatMap(URLError.Code.init(rawValue:)) else {
            return TransportError(json["message"]?.stringValue ?? "the network gave no reason")
        }
        let url = json["url"]?.stringValue.flatMap(URL.init(string:))
        if let explanation = json["explanation"]?.stringValue {
            return URLError(code, url: url, explaining: explanation)
        }
        let error = URLError(code, url: url, json["text"]?.stringValue)
        guard let reason = json["reason"]?.stringValue, reason != error.networkReason else { return error }
        return error.with(networkReason: reason)
    }

    // MARK: - Exchanges

    static func json(_ exchange: HTTPExchange) -> JSON {
        let request = exchange.request
        let response = exchange.response
        return [
            "request": [
                "method": .string(request.method), "url": .string(request.url),
                "headers": json(request.headers.foundation),
                "body": request.body.map { .string(Data($0).base64EncodedString()) } ?? .null,
            ],
            "response": [
                "status": .number(JSONNumber(response.status)), "headers": json(response.headers.foundation),
                "body": .string(Data(response.body).base64EncodedString()), "chunks": json(response.chunks),
            ],
        ]
    }

    /// An exchange without its times.
    static func exchange(_ json: JSON) -> HTTPExchange? {
        guard let request = json["request"], let response = json["response"],
            let method = request["method"]?.stringValue, let url = request["url"]?.stringValue,
            let status = response["status"]?.intValue
        else { return nil }
        func body(_ json: JSON) -> [UInt8]? {
            json["body"]?.stringValue.flatMap { Data(base64Encoded: $0) }.map(Array.init)
        }
        var recorded = RecordedResponse(
            status: status, headers: HeaderFields(foundation: headers(response)), body: body(response) ?? [])
        recorded.chunks = chunks(response)
        return HTTPExchange(
            request: RecordedRequest(
                method: method, url: url, headers: HeaderFields(foundation: headers(request)), body: body(request)),
            response: recorded)
    }

    private static func json(_ headers: [String: String]) -> JSON {
        .object(JSONObject(headers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }

    private static func headers(_ json: JSON) -> [String: String] {
        (json["headers"]?.objectValue ?? [:]).reduce(into: [:]) { headers, member in
            headers[member.key] = member.value.stringValue
        }
    }
}
