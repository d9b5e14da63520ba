import Foundation
import HTTPRecording
import JSONSchema

struct RequestSentry: HopTransport {
    let wrapped: any Transport
    let allowsUnsafeMethods: Bool
    private let traffic = Locked(Traffic())

    private struct Traffic: Sendable {
        var refusal: String?
        var underWay = 0
        var isCut = false
    }

    var refusal: String? { traffic.withLock(\.refusal) }

    var isAnswered: Bool { traffic.withLock { $0.underWay == 0 && !$0.isCut } }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let reason = reason(against: request) {
            traffic.withLock { $0.refusal = reason }
            throw TransportError(reason)
        }
        traffic.withLock { $0.underWay += 1 }
        defer { traffic.withLock { $0.underWay -= 1 } }
        do { return try await wrapped.singleHop(request) } catch {
            let isCut = error is CancellationError || (error as? URLError)?.code == .cancelled
            if isCut { traffic.withLock { $0.isCut = true } }
            throw error
        }
    }

    private func reason(against request: URLRequest) -> String? {
        let method = request.httpMethod ?? "GET"
        if !allowsUnsafeMethods, !SafeMethods.contains(method) {
            return "the call would send a \(method), which may have side effects: "
                + "the endpoint must allow it with \"health\": { \"unsafe\": true }"
        }
        #if canImport(FoundationNetworking)
            if method == "GET", request.httpBody != nil || request.httpBodyStream != nil {
                return "Foundation on Linux cannot send a GET with a body"
            }
        #endif
        return nil
    }
}
