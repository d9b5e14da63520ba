import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A change of the replies that any network may cause, and that must not change the call's outcome.
enum ReplyVariation: Hashable {
    /// Header names in another letter case. HTTP/2 uses lowercase names.
    case headerCase
    case replyOrder(ReplyOrder)

    /// - Parameter hasNewHeaders: whether the replies have a header field that no earlier case had.
    static func concerning(_ call: FinishedCall, _ outcome: Outcome, hasNewHeaders: Bool) -> [ReplyVariation] {
        // A client reads a header field the same way in every case with the same status.
        var variations: [ReplyVariation] = hasNewHeaders ? [.headerCase] : []
        // If several requests fail, the reported error is undefined.
        let count = call.exchanges.count
        if count > 1, call.result.returned != nil, outcome.order != .unchecked {
            variations.append(.replyOrder(.backward))
            if count > 2 { variations.append(.replyOrder(.rotated)) }
        }
        return variations
    }

    /// The variation of the baseline run, or `nil` for the unchanged call.
    var baseline: ReplyVariation? {
        switch self {
        case .headerCase: nil
        case .replyOrder: .replyOrder(.forward)
        }
    }

    func applied(to recording: Recording) -> Recording {
        guard self == .headerCase else { return recording }
        var changed = recording
        for index in changed.entries.indices {
            changed.entries[index].response.headers = changed.entries[index].response.headers.inOtherCase
        }
        return changed
    }

    var rule: ClientRule {
        switch self {
        case .headerCase: ClientRule.headerCase
        case .replyOrder: ClientRule.replyOrder
        }
    }

    var circumstance: String {
        switch self {
        case .headerCase: "header names arrive in a different letter case"
        case .replyOrder: "the responses to concurrent requests arrive in a different order"
        }
    }
}

/// The cases whose replies have a header field that is new for its status and that is sensitive to spelling.
struct CasesWithNewHeaders: Sendable {
    private let cases: Lazy<Set<String>>

    init(of endpoint: EndpointContract, in context: ServiceRun) {
        cases = Lazy {
            var seen: Set<String> = []
            return Set(
                endpoint.cases.map(\.name).filter { name in
                    let file = RecordingName.file(
                        service: context.contract.service, endpoint: endpoint.name, case: name)
                    guard case .success(let loaded) = context.library.recording(file) else { return false }
                    let new = loaded.recording.entries.flatMap { entry in
                        entry.response.headers.fields.filter {
                            seen.insert("\(entry.response.status) \($0.name.lowercased())").inserted
                        }
                    }
                    // Foundation normalizes known header names, so a call can depend only on the spelling of others.
                    return new.contains { !$0.hasOneSpelling }
                })
        }
    }

    func contains(_ testCase: CaseContract) -> Bool { cases.value.contains(testCase.name) }
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
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(\.sortedArrays).sorted { $0.text(.compact) < $1.text(.compact) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.sortedArrays) }))
        }
    }
}

extension HeaderFields.Field {
    /// Whether Foundation normalizes the header name, so that its spelling does not matter.
    fileprivate var hasOneSpelling: Bool {
        guard let url = URL(string: "https://example.com") else { return false }
        let spellings = [name.lowercased(), name.uppercased()].compactMap { name in
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [name: ""])?
                .allHeaderFields.keys.first.map { "\($0)" }
        }
        return Set(spellings).count == 1
    }
}

extension HeaderFields {
    /// The fields with lowercase names, or capitalized names if they are lowercase already.
    var inOtherCase: HeaderFields {
        HeaderFields(
            fields.map { field in
                // HTTPCookie only reads 'Set-Cookie' in this spelling, which no client can change.
                if field.isNamed("Set-Cookie") { return field }
                let small = field.name.lowercased()
                return Field(small == field.name ? small.capitalized : small, field.value)
            })
    }
}

/// The order of replies to concurrent requests, by URL, because the order of sending may vary between runs.
package enum ReplyOrder: Hashable {
    case forward
    case backward
    /// The first one last, the others unchanged.
    case rotated

    fileprivate func next(of urls: [String]) -> Int {
        let sorted = urls.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        switch self {
        case .forward: return sorted[0]
        case .backward: return sorted[sorted.count - 1]
        case .rotated: return sorted[min(1, sorted.count - 1)]
        }
    }
}

/// Holds replies back until the call waits for nothing else, and then releases one.
///
/// No time is measured: a task executor and the call's session count pending work. Work elsewhere, such as on the main
/// actor or in unstructured tasks, is not counted. A reply may then be released early, so fewer orders are tested.
final class OrderedReplies: SessionTransport {
    private struct State {
        var waiting: [(url: String, reply: CheckedContinuation<Void, Never>)] = []
        var isShared = false
        var isReleasing = false
        var jobs = 0
        /// The session requests whose replies have not been delivered.
        var loading = 0
        var version = 0
        var observer: CheckedContinuation<Void, Never>?
        weak var connection: CallConnection?
    }

    private let order: ReplyOrder
    private let wrapped: any Transport
    private let state = Locked(State())

    init(_ order: ReplyOrder, wrapping transport: any Transport) {
        self.order = order
        wrapped = transport
    }

    var isShared: Bool { state.withLock { $0.isShared } }

    /// Runs a call over a connection to this transport, and tracks its jobs.
    func watching<Value: Sendable>(
        over connection: CallConnection, _ call: @escaping @Sendable () async -> Value
    ) async -> Value {
        state.withLock { $0.connection = connection }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return await call() }
        let counter = JobCounter { change in self.update { $0.jobs += change } }
        return await withTaskExecutorPreference(counter, operation: call)
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let reply = try await wrapped.send(request)
        await withCheckedContinuation { continuation in
            let isFirst = update { state in
                state.waiting.append((request.url?.absoluteString ?? "", continuation))
                if state.waiting.count > 1 { state.isShared = true }
                defer { state.isReleasing = true }
                return !state.isReleasing
            }
            if isFirst { Task.detached { await self.releaseReplies() } }
        }
        return reply
    }

    func sessionDidRequest() { update { $0.loading += 1 } }

    func sessionDidReceive() { update { $0.loading -= 1 } }

    private func releaseReplies() async {
        while true {
            await waitUntilIdle()
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.isReleasing = false
                    return nil
                }
                return state.waiting.remove(at: order.next(of: state.waiting.map(\.url))).reply
            }
            guard let next else { return }
            next.resume()
        }
    }

    /// Waits until the call is idle: it has no jobs, and all requests of its session have arrived.
    private func waitUntilIdle() async {
        while true {
            let (version, isIdle, session) = state.withLock { state in
                (state.version, state.jobs == 0 && state.loading <= state.waiting.count, state.connection?.usedSession)
            }
            if isIdle {
                guard let session else { return }
                let running = await session.runningTasks
                if state.withLock({ $0.version == version && running <= $0.loading }) { return }
            }
            await waitForChange(since: version)
        }
    }

    private func waitForChange(since version: Int) async {
        await withCheckedContinuation { observer in
            let isLate = state.withLock { state in
                guard state.version == version else { return true }
                state.observer = observer
                return false
            }
            if isLate { observer.resume() }
        }
    }

    @discardableResult
    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, observer) = state.withLock { state in
            state.version += 1
            defer { state.observer = nil }
            return (change(&state), state.observer)
        }
        observer?.resume()
        return value
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class JobCounter: TaskExecutor {
    private let queue = DispatchQueue(label: "contract-testing.call", attributes: .concurrent)
    private let count: @Sendable (Int) -> Void

    init(_ count: @escaping @Sendable (Int) -> Void) { self.count = count }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        count(1)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            count(-1)
        }
    }
}

extension URLSession {
    /// The number of running tasks, after all pending delegate callbacks.
    fileprivate var runningTasks: Int {
        get async {
            let running = await withCheckedContinuation { count in
                getAllTasks { tasks in count.resume(returning: tasks.count { $0.state == .running }) }
            }
            // A task leaves the running state before its delegate is notified, but the notification is enqueued by
            // then.
            await withCheckedContinuation { done in delegateQueue.addOperation { done.resume() } }
            return running
        }
    }
}
