import JSONValues

/// The clock of a client call under test. Waiting on it takes no time where no server is asked.
///
/// A client that takes a clock, or a function that waits, gets this one in its binding, and so waits for `Retry-After` without
/// making tests slow:
///
/// ```swift
/// Endpoint("ticket", build) { arguments, transport in
///     try await Client(send: transport.send, clock: CallClock.current).ticket(id: arguments["id"])
/// }
/// ```
public struct CallClock: Clock {
    /// The clock of the call that is running; outside of one, a clock that really waits.
    public static var current: CallClock { running }
    @TaskLocal package static var running = CallClock(waits: true)

    /// The time that was skipped; `nil` for a clock that really waits.
    private let skipped: Locked<Duration>?

    /// Makes a clock.
    ///
    /// - Parameter waits: whether waiting on it takes its time.
    package init(waits: Bool) { skipped = waits ? nil : Locked(.zero) }

    /// The time that passed, and that was skipped.
    public var now: ContinuousClock.Instant { .now + (skipped?.withLock { $0 } ?? .zero) }

    /// The resolution of the continuous clock.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Waits until a moment, or skips the time until then.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard let skipped else { return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance) }
        skipped.withLock { $0 = max($0, ContinuousClock.now.duration(to: deadline)) }
        await Task.yield()
    }
}
