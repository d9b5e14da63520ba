import Foundation
import JSONValues

/// A transport that records its exchanges, in the order the requests were sent.
///
/// Exchanges are kept in memory with their secrets: redact them before any other use. Descriptions do not show them.
public actor RecordingTransport {
    package struct Attempt: Sendable {
        package let request: RecordedRequest
        package let sent: ContinuousClock.Instant
        /// The time of the response; `nil` if the request failed or is in progress.
        package fileprivate(set) var received: ContinuousClock.Instant?
        package fileprivate(set) var exchange: HTTPExchange?
    }

    private let wrapped: any Transport
    private let clock: CallClock
    package private(set) var attempts: [Attempt] = []
    /// The last failure of the wrapped transport, which a client under test maps to its own error.
    package private(set) var failure: (error: any Error, request: RecordedRequest)?
    /// The request limit of one call: a list of 100,000 elements has 1000 pages of the usual 100.
    package static let maximumRequests = 1000
    private let requestLimit: Int
    private var asked = 0
    /// Whether the current call exceeds the request limit, for example because its pages never end.
    package var isExceeded: Bool { asked > requestLimit }
    /// Whether the call goes on although its last request was refused because it exceeds the limit.
    package var isEndless: Bool { asked > requestLimit + 1 }
    private var waiting: [Int: RecordedRequest] = [:]
    /// The first request in progress, or the last request if it failed by cancellation.
    package var unanswered: RecordedRequest? {
        let isCancelled = (failure?.error as? URLError)?.code == .cancelled
        return waiting.min { $0.key < $1.key }?.value ?? (isCancelled ? failure?.request : nil)
    }
    package private(set) var overlaps = 0

    /// Wraps a transport. Each redirect becomes an exchange if the transport can distinguish hops.
    public init(wrapping transport: any Transport) { self.init(wrapping: transport, clock: CallClock(waits: true)) }

    package init(wrapping transport: any Transport, clock: CallClock, requestLimit: Int = .max) {
        (wrapped, self.clock, self.requestLimit) = (transport, clock, requestLimit)
    }

    /// The completed exchanges, in the order their requests were sent. Failed requests leave none.
    public var exchanges: [HTTPExchange] { attempts.compactMap(\.exchange) }

    /// Starts to count the requests of the next call.
    ///
    /// - Returns: the attempts and overlaps of the previous calls.
    package func beginCall() -> (attempts: Int, overlaps: Int) {
        asked = 0
        return (attempts.count, overlaps)
    }
}

extension RecordingTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        asked += 1
        if isExceeded {
            if isEndless { await Deadline.wait() }
            throw URLError(.cancelled)
        }
        let slot = attempts.count
        if !waiting.isEmpty { overlaps += 1 }
        let recorded = RecordedRequest(request)
        waiting[slot] = recorded
        defer { waiting[slot] = nil }
        var request = request
        // Reading the body stream has consumed it.
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
        attempts[slot].exchange = HTTPExchange(
            request: recorded, response: RecordedResponse(data, response), started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        attempts[slot].received = clock.now
        return (data, response)
    }
}

extension RecordingTransport: CustomStringConvertible, CustomReflectable {
    /// The name of the type, because recorded exchanges may contain secrets.
    public nonisolated var description: String { "RecordingTransport" }
    /// A mirror without children, for the same reason.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
