import Foundation
import JSONValues

/// One hop in progress.
// Unchecked: `lock` guards all mutable state.
final class LiveCall: @unchecked Sendable {
    let request: URLRequest
    private let session: LiveSession
    private let seconds: Double
    private let bodyLimit: Int
    private let lock = NSLock()
    private var continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>?
    private var timer: (any DispatchSourceTimer)?
    private var body = Data()
    private var chunks: [Int] = []
    private var redirect: HTTPURLResponse?
    private var task: URLSessionDataTask?
    private var outcome: Result<(Data, HTTPURLResponse), any Error>?

    init(_ request: URLRequest, over session: LiveSession, seconds: Double, bodyLimit: Int) {
        self.session = session
        var request = request
        // The session's own timer must never fire first: on Linux it traps if it meets a redirect.
        request.timeoutInterval = seconds.rounded(.up) + 60
        self.request = request
        self.seconds = seconds
        self.bodyLimit = bodyLimit
    }

    /// Sends the request. The continuation is resumed exactly once, at the deadline at the latest.
    func begin(_ continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>) {
        let timer = DispatchSource.makeTimerSource(queue: Self.deadlines)
        timer.schedule(deadline: .now() + seconds)
        timer.setEventHandler { [weak self] in self?.expire() }
        let early = lock.withLock {
            if outcome == nil {
                self.continuation = continuation
                self.timer = timer
            }
            return outcome
        }
        timer.resume()
        if let early {
            timer.cancel()
            return continuation.resume(with: early)
        }
        session.start(self)
    }

    private static let deadlines = DispatchQueue(label: "live-session.deadlines")

    /// Stores the task that performs the call. Returns false if the call is over.
    func attach(_ task: URLSessionDataTask) -> Bool {
        lock.withLock {
            if outcome == nil { self.task = task }
            return outcome == nil
        }
    }

    func receive(_ data: Data) {
        let isTooLarge = lock.withLock {
            if outcome != nil { return false }
            if body.count + data.count > bodyLimit { return true }
            body.append(data)
            chunks.append(data.count)
            return false
        }
        if isTooLarge {
            end(
                throwing: URLError(
                    .dataLengthExceedsMaximum, url: request.url,
                    "The body is larger than \(bodyLimit) bytes."))
        }
    }

    func redirect(_ response: HTTPURLResponse) -> Bool {
        lock.withLock {
            if outcome == nil { redirect = response }
            return outcome == nil
        }
    }

    func complete(_ error: (any Error)?) {
        let (body, chunks, redirect, task) = lock.withLock { (self.body, self.chunks, self.redirect, self.task) }
        let response = redirect ?? task?.response as? HTTPURLResponse
        if let error {
            end(throwing: Self.normalised(error, url: request.url, hasResponse: response != nil))
        } else if let response {
            let whole = Self.normalised(response, body, method: request.httpMethod)
            // Only the chunks of a stream are meaningful.
            end(.success((body, Self.isStream(whole) && chunks.count > 1 ? whole.with(chunks: chunks) : whole)))
        } else {
            end(throwing: URLError(.badServerResponse, url: request.url))
        }
    }

    private func expire() {
        let (size, pieces, task) = lock.withLock { (body.count, chunks.count, self.task) }
        guard size > 0, let response = task?.response as? HTTPURLResponse, Self.isStream(response) else {
            return end(throwing: URLError(.timedOut, url: request.url))
        }
        end(
            throwing: URLError(
                .timedOut, url: request.url,
                explaining:
                    "the stream does not end: \(size) bytes in \(counted(pieces, "piece")) came in "
                    + "\(String(format: "%g", seconds)) s"))
    }

    private static func isStream(_ response: HTTPURLResponse) -> Bool {
        EventStream.Format(of: MediaType(response.value(forHTTPHeaderField: "Content-Type") ?? "")) != nil
    }

    /// Ends the call early. A task that waits for the answer to a redirect ends by itself, and traps if cancelled.
    func end(throwing error: any Error) {
        guard end(.failure(error)) else { return }
        let (task, redirect) = lock.withLock { (self.task, self.redirect) }
        if let task, redirect == nil { session.cancel(task) }
    }

    /// Ends the call once. Returns false if it was already over.
    @discardableResult
    private func end(_ result: Result<(Data, HTTPURLResponse), any Error>) -> Bool {
        let (isFirst, waiting) = lock.withLock {
            if outcome != nil { return (false, nil as CheckedContinuation<(Data, HTTPURLResponse), any Error>?) }
            outcome = result
            timer?.cancel()
            timer = nil
            defer { continuation = nil }
            return (true, continuation)
        }
        if isFirst, let task = lock.withLock({ task }) { session.forget(task) }
        waiting?.resume(with: result)
        return isFirst
    }

    private static func normalised(_ error: any Error, url: URL?, hasResponse: Bool) -> any Error {
        guard let error = error as? URLError, error.code == .unknown else { return error }
        if hasResponse { return URLError(.networkConnectionLost, url: url, "The body ended early.") }
        let isTLS = url?.scheme?.lowercased() == "https"
        return URLError(isTLS ? .secureConnectionFailed : .networkConnectionLost, url: url)
    }

    private static func normalised(_ response: HTTPURLResponse, _ body: Data, method: String?) -> HTTPURLResponse {
        let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased()
        guard let coding, ["gzip", "x-gzip", "deflate"].contains(coding), method != "HEAD",
            !body.starts(with: [0x1F, 0x8B]), let url = response.url
        else { return response }
        var headers = HeaderFields(foundation: response.allHeaderFields)
        headers["Content-Encoding"] = nil
        headers["Content-Length"] = nil
        return response.with(url: url, headers: headers)
    }
}

/// The clock of a client call under test. Waiting on it takes no time unless a server is involved.
///
/// A client with an injectable clock or sleep function gets this one in its binding. It then honors `Retry-After`
/// without slowing down tests:
///
/// ```swift
/// Endpoint("ticket", build) { arguments, transport in
///     try await Client(send: transport.send, clock: CallClock.current).ticket(id: arguments["id"])
/// }
/// ```
public struct CallClock: Clock {
    /// The clock of the running call; outside a call, a clock that really waits.
    public static var current: CallClock { running }
    @TaskLocal package static var running = CallClock(waits: true)

    /// The skipped time; `nil` for a clock that really waits.
    private let skipped: Locked<Duration>?

    package init(waits: Bool) { skipped = waits ? nil : Locked(.zero) }

    /// The current time plus the skipped time.
    public var now: ContinuousClock.Instant { .now + (skipped?.withLock { $0 } ?? .zero) }

    /// The resolution of the continuous clock.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Waits until a deadline, or skips the time until then.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard let skipped else { return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance) }
        skipped.withLock { $0 = max($0, ContinuousClock.now.duration(to: deadline)) }
        await Task.yield()
    }
}
