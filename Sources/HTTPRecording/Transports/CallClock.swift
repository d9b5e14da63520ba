import JSONValues

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
