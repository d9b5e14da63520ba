import Foundation

/// A transport that limits the load on servers: few concurrent requests per origin, a pause between them, and safe
/// retries.
///
/// A request with a safe method (RFC 9110, 9.2.1) is retried after a failed or lost connection, a timeout, or a status
/// of 429, 502, 503 or 504. `Retry-After` is honored, in seconds or as a date. A wait beyond the limit ends the
/// retries.
public actor PoliteTransport {
    /// The limits of a transport.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of concurrent requests per origin.
        public var jobs: Int
        /// The pause between the starts of two requests to one origin.
        public var delay: Duration
        /// The maximum number of retries per request.
        public var retries: Int
        /// The maximum wait before a retry.
        public var longestWait: Duration

        /// Creates limits.
        public init(jobs: Int = 2, delay: Duration = .zero, retries: Int = 2, longestWait: Duration = .seconds(30)) {
            self.jobs = max(1, jobs)
            self.delay = delay
            self.retries = max(0, retries)
            self.longestWait = longestWait
        }
    }

    private struct Lane {
        var running = 0
        var waiting: [(id: Int, turn: CheckedContinuation<Void, any Error>)] = []
        var next: ContinuousClock.Instant?
    }

    private let wrapped: any Transport
    private let limits: @Sendable (URLRequest) throws -> Limits
    private let sleep: @Sendable (Duration) async throws -> Void
    private var lanes: [String: Lane] = [:]
    private var lastID = 0

    /// The number of retries.
    public private(set) var retried = 0
    private var heldBack = Duration.zero
    private var heldRequests = 0
    private var heldSince = ContinuousClock.now

    /// The time during which any request was held back. Subtract it from the measured time of a call.
    public var delay: Duration { heldRequests == 0 ? heldBack : heldBack + heldSince.duration(to: .now) }

    /// Wraps a transport.
    public init(wrapping transport: any Transport, limits: Limits = Limits()) {
        self.init(wrapping: transport, limits: { _ in limits })
    }

    package init(
        wrapping transport: any Transport, limits: @escaping @Sendable (URLRequest) throws -> Limits,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        wrapped = transport
        self.limits = limits
        self.sleep = sleep
    }
}

extension PoliteTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let limits = try limits(request)
        let isSafe = SafeMethods.contains(request.httpMethod ?? "GET")
        let origin = URLText(request.url?.absoluteString ?? "").origin
        var attempt = 0
        defer { if attempt > 0 { release() } }
        while true {
            let result = await turn(request, origin, limits)
            guard isSafe, attempt < limits.retries, let wait = Self.wait(after: result, attempt: attempt),
                wait <= limits.longestWait
            else { return try result.get() }
            if attempt == 0 { hold() }
            attempt += 1
            try await sleep(wait)
            retried += 1
        }
    }

    private func hold() {
        if heldRequests == 0 { heldSince = .now }
        heldRequests += 1
    }

    private func release() {
        heldRequests -= 1
        if heldRequests == 0 { heldBack += heldSince.duration(to: .now) }
    }

    private func turn(
        _ request: URLRequest, _ origin: String, _ limits: Limits
    ) async -> Result<(Data, HTTPURLResponse), any Error> {
        do {
            try await wait(for: origin, limits)
            defer { leave(origin) }
            return .success(try await wrapped.singleHop(request))
        } catch {
            return .failure(error)
        }
    }

    private func wait(for origin: String, _ limits: Limits) async throws {
        hold()
        defer { release() }
        try await enter(origin, limits)
        do { try await pause(origin, limits) } catch {
            leave(origin)
            throw error
        }
    }

    private func enter(_ origin: String, _ limits: Limits) async throws {
        try Task.checkCancellation()
        guard lanes[origin, default: Lane()].running >= limits.jobs else {
            lanes[origin, default: Lane()].running += 1
            return
        }
        lastID += 1
        let id = lastID
        // A finished request hands over its place, so `running` stays the same.
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return turn.resume(throwing: CancellationError()) }
                lanes[origin]?.waiting.append((id, turn))
            }
        } onCancel: {
            Task { await self.giveUp(id, origin) }
        }
    }

    private func leave(_ origin: String) {
        guard let next = lanes[origin]?.waiting.first else {
            lanes[origin]?.running -= 1
            return
        }
        lanes[origin]?.waiting.removeFirst()
        next.turn.resume()
    }

    private func giveUp(_ id: Int, _ origin: String) {
        guard let index = lanes[origin]?.waiting.firstIndex(where: { $0.id == id }) else { return }
        lanes[origin]?.waiting.remove(at: index).turn.resume(throwing: CancellationError())
    }

    private func pause(_ origin: String, _ limits: Limits) async throws {
        guard limits.delay > .zero else { return }
        let now = ContinuousClock.now
        let start = max(lanes[origin]?.next ?? now, now)
        lanes[origin]?.next = start + limits.delay
        if start > now { try await sleep(now.duration(to: start)) }
    }

    private static func wait(after result: Result<(Data, HTTPURLResponse), any Error>, attempt: Int) -> Duration? {
        let backoff = Duration.milliseconds(500 << min(attempt, 6))
        switch result {
        case .failure(let error):
            guard let code = (error as? URLError)?.code,
                [.networkConnectionLost, .timedOut, .cannotConnectToHost].contains(code)
            else { return nil }
            return backoff
        case .success(let (_, response)):
            guard [429, 502, 503, 504].contains(response.statusCode) else { return nil }
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.seconds($0) }
            return seconds.map { .seconds(min(max(0, $0), 86_400)) } ?? backoff
        }
    }
}

package enum RetryAfter {
    /// Parses a number of seconds, or a date, which counts from the receipt of the response; `nil` for any other text.
    package static func seconds(_ value: String, received: Date = Date()) -> Double? {
        let text = value.trimmingSpaces()
        guard let seconds = Int64(text) else { return HTTPDate.parse(text)?.timeIntervalSince(received) }
        return seconds < 0 ? nil : Double(seconds)
    }
}
