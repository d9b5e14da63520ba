import Foundation

/// Keeps what passes through it, in the order the requests were sent.
///
/// Exchanges are held in memory as they were, secrets included: redact them before they go anywhere else. The type has
/// no description that shows them.
public actor RecordingTransport {
    /// A request with its answer, on the clock of the call.
    package struct Attempt: Sendable {
        package let request: RecordedRequest
        package let sent: ContinuousClock.Instant
        /// The answer; `nil` where the request failed or is under way.
        package fileprivate(set) var answer: (response: RecordedResponse, received: ContinuousClock.Instant)?
    }

    private let wrapped: any Transport
    private let clock: CallClock
    private var slots: [HTTPExchange?] = []
    /// The requests in the order in which they were sent, those that failed among them.
    package private(set) var attempts: [Attempt] = []
    /// The last failure of the wrapped transport, which a client under test maps to an error of its own.
    package private(set) var failure: (error: any Error, request: RecordedRequest)?
    /// The requests of one call: a list of 100,000 elements has 1000 pages of the usual 100.
    package static let mostRequests = 1000
    private let most: Int
    private var asked = 0
    /// Whether the call under way asked for more than any call does, such as one whose pages have no end.
    package var isExceeded: Bool { asked > most }
    /// The requests under way, by their slots.
    private var waiting: [Int: RecordedRequest] = [:]
    /// The first request that is under way, or the last one, where it failed because its task was cancelled.
    package var unanswered: RecordedRequest? {
        let isCancelled = (failure?.error as? URLError)?.code == .cancelled
        return waiting.min { $0.key < $1.key }?.value ?? (isCancelled ? failure?.request : nil)
    }
    /// The number of requests sent while another was under way.
    package private(set) var overlaps = 0

    /// Wraps the transport that performs the requests. Redirects become an exchange each where it can tell them apart.
    public init(wrapping transport: any Transport) { self.init(wrapping: transport, clock: CallClock(waits: true)) }

    /// Wraps a transport.
    ///
    /// - Parameters:
    ///   - clock: the clock on which the call waits.
    ///   - most: the requests of one call, which ends with an error at the next.
    package init(wrapping transport: any Transport, clock: CallClock, most: Int = .max) {
        (wrapped, self.clock, self.most) = (transport, clock, most)
    }

    /// Every exchange that is complete, in the order their requests were sent. A call that failed leaves none.
    public var exchanges: [HTTPExchange] { slots.compactMap { $0 } }

    /// Begins to count the requests of another call.
    package func beginCall() { asked = 0 }
}

extension RecordingTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        asked += 1
        if isExceeded {
            // A call that tries again in spite of the error waits for its deadline.
            if asked > most + 1 { try await Task.sleep(for: .seconds(3600)) }
            throw URLError(.cancelled)
        }
        let slot = slots.count
        slots.append(nil)
        if !waiting.isEmpty { overlaps += 1 }
        let recorded = RecordedRequest(request)
        waiting[slot] = recorded
        defer { waiting[slot] = nil }
        var request = request
        // Reading a body stream used it up.
        if request.httpBody == nil { request.httpBody = recorded.body.map { Data($0) } }
        let started = Timestamp()
        let sent = ContinuousClock.now
        attempts.append(Attempt(request: recorded, sent: clock.now))
        let (data, response): (Data, HTTPURLResponse)
        do { (data, response) = try await wrapped.singleHop(request) } catch {
            failure = (error, recorded)
            throw error
        }
        let milliseconds = sent.duration(to: .now) / .milliseconds(1)
        let answer = RecordedResponse(data, response)
        slots[slot] = HTTPExchange(
            request: recorded, response: answer, started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        attempts[slot].answer = (answer, clock.now)
        return (data, response)
    }
}

extension RecordingTransport: CustomStringConvertible, CustomReflectable {
    /// The name of the type: what was recorded may hold secrets.
    public nonisolated var description: String { "RecordingTransport" }
    /// A mirror without children, for the same reason.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
