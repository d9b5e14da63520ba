import Foundation
import HTTPRecording
import JSONSchema

/// The transport of one case or scenario, on which calls run one after the other.
package struct CallSession: Sendable {
    package enum Result: Sendable {
        case returned(ReflectedResult)
        indirect case threw(ThrownError)
        /// The bound is in words, such as `30 s`.
        case hung(after: String)

        package var returned: JSON? { if case .returned(let returned) = self { returned.json } else { nil } }

        var bindingFault: ArgumentError? { if case .threw(let error) = self { error.bindingFault } else { nil } }
    }

    let replay: ReplayTransport?
    private let transcript: RecordingTransport
    private let connection: CallConnection
    /// The transport whose failures count as network failures: the transcript, or the one below an injected fault.
    private let network: RecordingTransport
    private let replies: OrderedReplies?
    private let deadline: Double
    private let delay: Deadline.Delay
    private let isHung = Locked(false)
    private let clock: CallClock

    /// - Parameters:
    ///   - network: the transport below an injected fault, which sees only genuine network failures.
    ///   - delay: the time that the transport queues requests, which does not count towards the deadline.
    ///   - hasServer: whether a server answers, for which the call's clock must wait.
    package init(
        base: any Transport, below network: RecordingTransport? = nil, replay: ReplayTransport? = nil,
        order: ReplyOrder? = nil, deadline: Double, delay: @escaping Deadline.Delay = { 0 }, hasServer: Bool = true
    ) {
        clock = CallClock(waits: hasServer && replay == nil && network == nil)
        self.replay = replay
        self.deadline = deadline
        self.delay = delay
        transcript = RecordingTransport(wrapping: base, clock: clock, requestLimit: RecordingTransport.maximumRequests)
        self.network = network ?? transcript
        replies = order.map { [transcript] in OrderedReplies($0, wrapping: transcript) }
        connection = CallConnection(replies ?? transcript)
    }

    package var transportFailure: TransportFailure? {
        get async {
            if await transcript.isExceeded { return nil }
            // The call's deadline cancels a pending request. Its failure arrives a moment later, or never.
            if isHung.withLock(\.self), let request = await network.unanswered {
                return TransportFailure(URLError(.timedOut), of: request, isLate: true)
            }
            return await network.failure.map { TransportFailure($0.error, of: $0.request) }
        }
    }

    /// Runs the client call, or sends the builder's request if no call is bound.
    package func run(_ endpoint: Endpoint, _ arguments: Arguments, models: [Model] = []) async -> FinishedCall {
        let perform: @Sendable () async -> Result = { [connection] in
            do {
                if let call = endpoint.call {
                    return .returned(ReflectedResult(try await call(arguments, connection), models: models))
                }
                if let build = endpoint.build { _ = try await connection.transport.send(try await build(arguments)) }
                return .returned(ReflectedResult((), models: []))
            } catch {
                return .threw(ThrownError(error))
            }
        }
        let (start, overlaps) = await transcript.beginCall()
        let answered = replay?.answered.count ?? 0
        let result: Result? = await Deadline.run(
            seconds: deadline, delay: delay, isOver: { [transcript] in await transcript.isEndless }
        ) { [connection, replies, clock] in
            await CallClock.$running.withValue(clock) {
                guard let replies else { return await perform() }
                return await replies.watching(over: connection, perform)
            }
        }
        if result == nil { isHung.withLock { $0 = true } }
        return FinishedCall(
            result: await transcript.isExceeded
                ? .hung(after: "\(RecordingTransport.maximumRequests) requests")
                : result ?? .hung(after: "\(Int(deadline)) s"),
            attempts: await transcript.attempts, start: start,
            answered: Array((replay?.answered ?? []).dropFirst(answered)), misses: replay?.misses ?? [],
            isSentAtOnce: await transcript.overlaps > overlaps || replies?.isShared ?? false,
            failure: await transportFailure)
    }
}

/// A call that returned, threw or hung, and the requests that it sent.
package struct FinishedCall: Sendable {
    package let result: CallSession.Result
    /// The requests of the session so far, including those without a response.
    let attempts: [RecordingTransport.Attempt]
    /// The index of the call's first attempt. Earlier ones belong to previous calls of the session.
    fileprivate(set) var start: Int
    /// The replayed entries, each with the first request that it answered.
    let answered: [(entry: Int, request: RecordedRequest)]
    /// The requests of the session so far that no replayed entry answers.
    let misses: [ReplayMiss]
    /// Whether a request was sent while another was pending, so that the order of the exchanges is not stable.
    package let isSentAtOnce: Bool
    package let failure: TransportFailure?

    /// The call's completed exchanges, in the order their requests were sent.
    package var exchanges: [HTTPExchange] { ownAttempts.compactMap(\.exchange) }

    var ownAttempts: ArraySlice<RecordingTransport.Attempt> { attempts.dropFirst(start) }

    /// The call together with the previous ones of its session.
    var includingEarlier: FinishedCall { modified(self) { $0.start = 0 } }

    /// The number of exchanges that previous calls of the session completed.
    var earlierExchanges: Int { attempts.prefix(start).count { $0.exchange != nil } }
}

package struct TransportFailure: Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether the HTTP client failed on a response instead of getting none.
    package let isAnswered: Bool
    let isLate: Bool

    fileprivate init(_ error: any Error, of request: RecordedRequest, isLate: Bool = false) {
        self.isLate = isLate
        let host = URL(string: request.url)?.host ?? "the server"
        let known = (error as? URLError)?.explanation
        let reason = known ?? (error as? URLError)?.networkReason ?? "\(error)"
        description = known.map { "\(host): \($0)" } ?? "\(host) returned no response (\(reason))"
        isAnswered = known != nil
    }
}

extension CallSession.Result {
    /// Whether two runs of a call had the same outcome from the caller's point of view.
    func isSame(as other: Self, inAnyOrder: Bool) -> Bool {
        switch (self, other) {
        case (.returned(let one), .returned(let other)):
            inAnyOrder ? one.json.sortedArrays == other.json.sortedArrays : one.json == other.json
        case (.threw(let one), .threw(let other)):
            one.name == other.name && one.cases == other.cases && one.payload == other.payload
        case (.hung, .hung): true
        case (.returned, _), (.threw, _), (.hung, _): false
        }
    }

    var isHung: Bool { if case .hung = self { true } else { false } }

    var words: MessageText {
        switch self {
        case .returned: "a value"
        case .threw(let error): MessageText("thrown: \(error.title)")
        case .hung: "no completion"
        }
    }

    var excerpt: MessageText {
        switch self {
        case .returned(let returned): .excerpt(returned.json)
        case .threw(let error): .excerpt(error.reason)
        case .hung: "no completion"
        }
    }
}

extension JSON {
    var sortedArrays: JSON {
        let sorted = mapChildren(\.sortedArrays)
        return sorted.arrayValue.map { .array($0.sorted { $0.text(.compact) < $1.text(.compact) }) } ?? sorted
    }
}
