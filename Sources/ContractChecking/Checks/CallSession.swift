import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The transport of one case or scenario, and what passed through it.
package struct CallSession: Sendable {
    /// The end of a client call.
    package enum Result: Sendable {
        case returned(Returned)
        case threw(ThrownError)
        case hung(after: Bound)

        /// The returned value, as reflected.
        package var returned: JSON? { if case .returned(let returned) = self { returned.json } else { nil } }

        /// The fault of the binding, where it made the call throw.
        var bindingFault: ArgumentError? { if case .threw(let error) = self { error.bindingFault } else { nil } }
    }

    /// The time or the requests that a call without an end took.
    package enum Bound: Sendable {
        case seconds(Double), requests

        package var text: String {
            switch self {
            case .seconds(let seconds): "\(Int(seconds)) s"
            case .requests: "\(RecordingTransport.mostRequests) requests"
            }
        }
    }

    let replay: ReplayTransport?
    private let transcript: RecordingTransport
    private let connection: CallConnection
    /// Keeps the failures that count as the network's own: the transcript, or what lies below a fault that is played.
    private let network: RecordingTransport
    /// Gives the replies in an order of its own, where one was asked for.
    private let replies: OrderedReplies?
    private let deadline: Double
    private let delay: Deadline.Delay
    private let isHung = Locked(false)
    /// The clock that the call may wait on.
    private let clock: CallClock

    /// - Parameters:
    ///   - base: performs the requests; where it replays, `replay` is the same.
    ///   - network: lies below the fault that the base plays, and sees the failures that are not of the fault.
    ///   - order: the order in which the replies come to requests that are under way at once.
    ///   - delay: the time for which the transport holds requests back, which does not count as the call's.
    package init(
        base: any Transport, below network: RecordingTransport? = nil, replay: ReplayTransport? = nil,
        order: ReplyOrder? = nil, deadline: Double, delay: @escaping Deadline.Delay = { 0 }
    ) {
        clock = CallClock(waits: replay == nil && network == nil)
        self.replay = replay
        self.deadline = deadline
        self.delay = delay
        transcript = RecordingTransport(wrapping: base, clock: clock, most: RecordingTransport.mostRequests)
        self.network = network ?? transcript
        replies = order.map { [transcript] in OrderedReplies($0, wrapping: transcript) }
        connection = CallConnection(replies ?? transcript)
    }

    /// The exchanges so far, in the order of sending.
    package var exchanges: [HTTPExchange] { get async { await transcript.exchanges } }

    /// The requests that were sent so far, those without an answer among them.
    package var attempts: [RecordingTransport.Attempt] { get async { await transcript.attempts } }

    /// The number of requests that were sent while another was under way. Without any, the exchanges have an order of
    /// their own.
    package var overlaps: Int { get async { await transcript.overlaps + (replies?.isShared ?? false ? 1 : 0) } }

    /// The reason why the transport failed, in words; `nil` where it never did.
    package var transportFailure: TransportFailure? {
        get async {
            if await transcript.isExceeded { return nil }
            // The deadline of the call cancels a request that is under way, which fails a moment later, or never.
            if isHung.withLock(\.self), let request = await network.unanswered {
                return TransportFailure(URLError(.timedOut), of: request, isLate: true)
            }
            return await network.failure.map { TransportFailure($0.error, of: $0.request) }
        }
    }

    /// Runs the client call, or sends the request of the builder where no call is bound.
    ///
    /// - Parameter models: those whose instances are looked for in what the call returns.
    package func run(_ endpoint: Endpoint, _ arguments: Arguments, models: [Model] = []) async -> Result {
        let perform: @Sendable () async -> Result = { [connection] in
            do {
                if let call = endpoint.call {
                    return .returned(Returned(try await call(arguments, connection), models: models))
                }
                if let build = endpoint.build { _ = try await connection.transport.send(try await build(arguments)) }
                return .returned(Returned((), models: []))
            } catch {
                return .threw(ThrownError(error))
            }
        }
        await transcript.beginCall()
        let result: Result? = await Deadline.run(seconds: deadline, delay: delay) { [connection, replies, clock] in
            await CallClock.$running.withValue(clock) {
                guard let replies else { return await perform() }
                return await replies.watching(over: connection, perform)
            }
        }
        if result == nil { isHung.withLock { $0 = true } }
        return await transcript.isExceeded ? .hung(after: .requests) : result ?? .hung(after: .seconds(deadline))
    }
}

/// The reason why a request had no readable answer.
package struct TransportFailure: Sendable, Hashable, CustomStringConvertible {
    /// The host with the fault.
    package let description: String
    /// Whether the platform's HTTP client ended on an answer.
    package let isAnswered: Bool
    /// Whether the deadline of the call ended the request.
    let isLate: Bool

    fileprivate init(_ error: any Error, of request: RecordedRequest, isLate: Bool = false) {
        self.isLate = isLate
        let host = URL(string: request.url)?.host ?? "the server"
        let known = (error as? URLError)?.explanation
        let reason = known ?? (error as? URLError)?.networkReason ?? "\(error)"
        description = known.map { "\(host): \($0)" } ?? "\(host) gave no answer (\(reason))"
        isAnswered = known != nil
    }
}
