import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The rules for retries: wait for `Retry-After` and keep the idempotency key. A new request has its own key.
struct RepeatedRequests {
    private struct Request {
        let attempt: RecordingTransport.Attempt
        let sender: ValueFlows.Sender
        let identity: RequestKey
        let key: HeaderFields.Field?

        /// Whether the service asked for a retry or did not respond.
        var hasFailed: Bool {
            attempt.exchange.map { asksForRetry($0.response.status) } ?? true
        }

        /// Whether the service accepted the request and has its result, or the state of its work, at a URL.
        func isAnswered(at url: String) -> Bool {
            guard let response = attempt.exchange?.response, response.status == 202,
                let location = response.headers["Location"]
            else { return false }
            return URL(string: location, relativeTo: URL(string: attempt.request.url))?.absoluteString == url
        }
    }

    static func asksForRetry(_ status: Int) -> Bool { [408, 425, 429].contains(status) || status >= 500 }

    /// The names of the idempotency header (draft-ietf-httpapi-idempotency-key-header).
    private static let names = ["idempotency-key", "x-idempotency-key"]

    private let requests: [Request]
    /// The index of the call's first request. Earlier ones belong to previous steps.
    private let start: Int
    private let pointer: JSONPointer
    /// Whether a fault may make the call repeat a request that has a good status.
    private let isFaulty: Bool

    init(of call: FinishedCall, to endpoints: [EndpointContract], at pointer: JSONPointer, isFaulty: Bool = false) {
        self.isFaulty = isFaulty
        start = call.start
        requests = call.attempts.map { attempt in
            Request(
                attempt: attempt, sender: ValueFlows.Sender(of: attempt.request, among: endpoints),
                identity: RequestKey(attempt.request),
                key: attempt.request.headers.fields.first { Self.names.contains($0.name.lowercased()) })
        }
        self.pointer = pointer
    }

    var findings: [Finding] {
        requests.indices.dropFirst(start).flatMap { index -> [Finding] in
            let request = requests[index]
            let tries = requests[start..<index].filter { $0.identity == request.identity }
            let first = tries.last
            let job = requests[start..<index].last { $0.isAnswered(at: request.attempt.request.url) }
            return [
                (first ?? job).flatMap { early(request, after: $0, isAgain: first != nil) },
                first.flatMap { $0.hasFailed ? changedKey(of: request, after: $0) : nil },
                isFaulty || tries.contains(where: \.hasFailed)
                    ? nil : reusedKey(of: request, after: requests[..<index]),
            ].compactMap(\.self)
        }.distinct
    }

    private func early(_ request: Request, after first: Request, isAgain: Bool) -> Finding? {
        guard let received = first.attempt.received, received <= request.attempt.sent,
            let delay = first.attempt.exchange?.response.headers["Retry-After"],
            case let age = received.duration(to: .now) / .seconds(1),
            let seconds = RetryAfter.seconds(delay, received: Date(timeIntervalSinceNow: -age)), seconds > 0
        else { return nil }
        let waited = received.duration(to: request.attempt.sent) / .seconds(1)
        // Timers are not exact.
        if waited >= seconds * 0.95 { return nil }
        let found = waited < 0.1 ? "at once" : "after \(secondsText((waited * 10).rounded() / 10))"
        let (name, due) = (request.sender.name, secondsText(seconds))
        return Finding(
            ClientRule.retryAfter,
            "the call asks '\(name)'\(isAgain ? " again" : "") \(found), expected the Retry-After of '\(first.sender.name)': \(due)",
            expected: MessageText(due), found: MessageText(found), at: place(of: request),
            data: "/request", about: [request.sender.name])
    }

    private func changedKey(of request: Request, after first: Request) -> Finding? {
        guard let key = first.key, request.key?.value != key.value else { return nil }
        let found = request.key == nil ? "no" : "a new"
        return finding(
            "sends \(found) \(key.name) when it tries '\(request.sender.name)' again",
            expected: "the \(key.name) of its first attempt", found: request.key == nil ? "nothing" : "a new key",
            request)
    }

    private func reusedKey(of request: Request, after earlier: ArraySlice<Request>) -> Finding? {
        // A key that an argument gives is the caller's.
        guard let key = request.key, header(key.name, of: request)?.expectation.placeholders.isEmpty ?? true,
            earlier.contains(where: {
                $0.key?.value == key.value && $0.attempt.request.isSameEndpoint(as: request.attempt.request)
            })
        else { return nil }
        return finding(
            "sends the \(key.name) of an earlier call of '\(request.sender.name)' in a new one", expected: "a new key",
            found: MessageText("the \(key.name) of an earlier call"), request)
    }

    private func finding(
        _ text: MessageText, expected: MessageText, found: MessageText, _ request: Request
    ) -> Finding {
        Finding(
            ClientRule.idempotency, "the call \(text), expected \(expected)", expected: expected, found: found,
            at: place(of: request), data: "/request", about: [request.sender.name])
    }

    private func header(_ name: String, of request: Request) -> NamedExpectation? {
        request.sender.endpoint?.request?.headers.first { $0.name.lowercased() == name.lowercased() }
    }

    private func place(of request: Request) -> JSONPointer {
        request.key.flatMap { header($0.name, of: request)?.pointer } ?? pointer
    }
}
