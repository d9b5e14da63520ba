import ContractFormat
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lets only such requests pass as a health check may send and this platform can.
struct RequestSentry: HopTransport {
    private let wrapped: any Transport
    private let allowsUnsafeMethods: Bool
    private let refused = Locked<String?>(nil)

    init(wrapping transport: any Transport, allowsUnsafeMethods: Bool) {
        wrapped = transport
        self.allowsUnsafeMethods = allowsUnsafeMethods
    }

    /// Why a request was not sent; `nil` where all were.
    var refusal: String? { refused.withLock { $0 } }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let reason = reason(against: request) {
            refused.withLock { $0 = reason }
            throw TransportError(reason)
        }
        return try await wrapped.singleHop(request)
    }

    private func reason(against request: URLRequest) -> String? {
        let method = request.httpMethod ?? "GET"
        if !allowsUnsafeMethods, !SafeMethods.contains(method) {
            return "the call would send a \(method), which may change something: "
                + "the endpoint agrees to it with \"health\": { \"unsafe\": true }"
        }
        #if canImport(FoundationNetworking)
            if method == "GET", request.httpBody != nil || request.httpBodyStream != nil {
                return "Foundation on Linux cannot send a GET with a body"
            }
        #endif
        return nil
    }
}
