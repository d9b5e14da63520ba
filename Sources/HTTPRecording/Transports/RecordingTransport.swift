import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps what passes through it, in the order the requests were sent.
///
/// Exchanges are held in memory as they were, secrets included: redact them before they go anywhere else. The type has
/// no description that shows them.
public actor RecordingTransport {
    private let wrapped: any Transport
    private var slots: [HTTPExchange?] = []
    private var underWay = 0
    /// The number of requests sent while another was under way.
    package private(set) var overlaps = 0

    /// Wraps the transport that performs the requests. Redirects become an exchange each where it can tell them apart.
    public init(wrapping transport: any Transport) {
        wrapped = transport
    }

    /// Every exchange that is complete, in the order their requests were sent. A call that failed leaves none.
    public var exchanges: [HTTPExchange] { slots.compactMap { $0 } }
}

extension RecordingTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let slot = slots.count
        slots.append(nil)
        if underWay > 0 { overlaps += 1 }
        underWay += 1
        defer { underWay -= 1 }
        let recorded = RecordedRequest(request)
        var request = request
        // Reading a body stream used it up.
        if request.httpBody == nil { request.httpBody = recorded.body.map { Data($0) } }
        let started = Timestamp()
        let clock = ContinuousClock()
        let sent = clock.now
        let (data, response) = try await wrapped.singleHop(request)
        let milliseconds = sent.duration(to: clock.now) / .milliseconds(1)
        slots[slot] = HTTPExchange(
            request: recorded, response: RecordedResponse(data, response), started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        return (data, response)
    }
}

extension RecordingTransport: CustomStringConvertible, CustomReflectable {
    /// The name of the type: what was recorded may hold secrets.
    public nonisolated var description: String { "RecordingTransport" }
    /// A mirror without children, for the same reason.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
