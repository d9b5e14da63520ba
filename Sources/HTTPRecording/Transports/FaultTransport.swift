import Foundation
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers every request with a fault, as a `URLSession` would report it, without waiting.
///
/// Faults in which no usable response arrives throw a `URLError` and leave the wrapped transport alone; faults of the
/// response change what the wrapped transport returns.
public struct FaultTransport: Transport {
    private let wrapped: any Transport
    private let fault: Fault
    private let array: JSONPointer?

    /// Wraps a transport.
    public init(wrapping transport: any Transport, fault: Fault) {
        self.init(wrapping: transport, fault: fault, badElementIn: nil)
    }

    /// - Parameter array: where the array is that gets a bad element; responses without it stay as they are.
    package init(wrapping transport: any Transport, fault: Fault, badElementIn array: JSONPointer?) {
        wrapped = transport
        self.fault = fault
        self.array = array
    }

    /// Ends in the fault.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        switch fault {
        case .unreachable: throw URLError(.cannotConnectToHost, url: request.url)
        case .timeout, .slowBody: throw URLError(.timedOut, url: request.url)
        case .connectionLost, .truncatedBody: throw URLError(.networkConnectionLost, url: request.url)
        case .redirectLoop: throw URLError(.httpTooManyRedirects, url: request.url)
        case .oversizedBody: throw URLError(.dataLengthExceedsMaximum, url: request.url)
        case .emptyBody:
            return try await changed(request) { $0.body = [] }
        case .malformedBody:
            return try await changed(request) { $0.body = Array(#"{"malformed": ["#.utf8) }
        case .wrongContentType:
            return try await changed(request) { response in
                response.headers["Content-Type"] = "text/html; charset=utf-8"
                response.body = Array("<!doctype html><title>Welcome</title><p>Please sign in to this network.".utf8)
            }
        case .badElement:
            return try await changed(request) { response in
                guard let body = BadElement.added(to: response.body, in: array) else {
                    if array != nil { return }
                    throw TransportError("The body has no array with an element, among which a bad one could stand.")
                }
                response.body = body
            }
        case .status(let status):
            return try await changed(request) { response in
                let hasBody = status != 204 && status != 304
                response.status = status
                response.headers["Content-Type"] = hasBody ? "text/html; charset=utf-8" : nil
                response.body =
                    hasBody ? Array("<!doctype html><title>\(status) \(ReasonPhrase.of(status))</title>".utf8) : []
            }
        }
    }

    private func changed(
        _ request: URLRequest, by change: (inout RecordedResponse) throws -> Void
    ) async throws -> (Data, HTTPURLResponse) {
        let (data, received) = try await wrapped.send(request)
        var response = RecordedResponse(data, received)
        try change(&response)
        response.headers["Content-Length"] = response.status == 304 ? nil : String(response.body.count)
        guard let url = received.url ?? request.url, let returned = response.urlResponse(url: url) else {
            throw TransportError("Foundation makes no response with status \(response.status).")
        }
        return (Data(response.body), returned)
    }
}
