import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Ends a call that asks again and again, such as one whose pages have no end.
struct BoundedTransport: HopTransport {
    /// The requests of one call: a list of 100,000 elements has 1000 pages of the usual 100.
    static let mostRequests = 1000

    private let wrapped: any Transport
    private let count = Locked(0)

    init(wrapping transport: any Transport) { wrapped = transport }

    /// Whether the call under way asked for more than any call does.
    var isExceeded: Bool { count.withLock { $0 > Self.mostRequests } }

    /// Begins to count the requests of another call.
    func reset() { count.withLock { $0 = 0 } }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number <= Self.mostRequests { return try await wrapped.singleHop(request) }
        // A call that tries again whatever it is told waits for its deadline.
        if number > Self.mostRequests + 1 { try await Task.sleep(for: .seconds(3600)) }
        throw URLError(.cancelled)
    }
}
