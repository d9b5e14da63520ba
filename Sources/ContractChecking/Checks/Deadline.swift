import ContractFormat
import Foundation
import JSONSchema

/// The seconds for which others have held something up, on a clock that only goes forward.
package struct Delay: Sendable {
    package static let none = Delay { 0 }

    /// What is known without asking, which may be a little behind.
    package let known: @Sendable () async -> Double
    /// Asks for the seconds until now.
    package let current: @Sendable () async -> Double

    package init(
        known: (@Sendable () async -> Double)? = nil, _ current: @escaping @Sendable () async -> Double
    ) {
        self.known = known ?? current
        self.current = current
    }
}

/// Ends a wait for code that may ignore cancellation.
package enum Deadline {
    /// What the operation gives, or `nil` where it takes longer than `seconds`; it is then cancelled and left behind.
    ///
    /// - Parameters:
    ///   - addsStarvation: whether time in which the operation could have got no thread, since others had them all, is
    ///     added, as `delay` is.
    ///   - delay: for how long others hold the operation up, which is added.
    package static func run<Value: Sendable>(
        seconds: Double, addsStarvation: Bool = true, delay: Delay = .none,
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let starved: @Sendable () -> Double = { addsStarvation ? Alarms.shared.starvedUntilNow : 0 }
        let start = ContinuousClock.now
        let before = await delay.known() + starved()
        // Unstructured on purpose: a task group would wait for an operation that does not react to its cancellation.
        let first = FirstResult<Value>()
        let work = Task { first.resume(with: await operation()) }
        let alarm = Alarms.shared.set(after: seconds) {
            while true {
                // Who was starved rings late: the time is over when all that passed, but for what was held up, is.
                let left = await seconds + delay.current() + starved() - before - start.duration(to: .now) / .seconds(1)
                guard left > 0 else { break }
                do { try await Task.sleep(for: .seconds(left)) } catch { return }
            }
            work.cancel()
            first.resume(with: nil)
        }
        defer { Alarms.shared.cancel(alarm) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { first.wait($0) }
        } onCancel: {
            work.cancel()
        }
    }
}

extension Deadline {
    /// The seconds for which others have had all threads that tasks share, as far as somebody waited then.
    ///
    /// Where they are held for good it does not grow: what waits behind code that never ends is late at its time.
    package static var starved: Double { Alarms.shared.starved }
}

/// Moments at which waits end. Most waits end long before theirs, so one task sleeps for all of them, and one takes the
/// pulse of the threads that tasks share: a suite of a thousand tests on two cores gives a call its turn minutes late.
private final class Alarms: Sendable {
    static let shared = Alarms()

    private typealias Ring = @Sendable () async -> Void

    private struct State {
        var pending: [Int: (moment: ContinuousClock.Instant, ring: Ring)] = [:]
        var lastID = 0
        /// When the tasks that sleep wake up.
        var sleepers: [ContinuousClock.Instant] = []
        /// The waits that have not ended: some go on beyond their moment.
        var waits = 0
        /// When the pulse is taken next, where it is.
        var nextBeat: ContinuousClock.Instant?
        var starved = Duration.zero

        /// The next moment, where nobody wakes up in time for it.
        mutating func unwatched() -> ContinuousClock.Instant? {
            guard let next = pending.values.map(\.moment).min(), !sleepers.contains(where: { $0 <= next }) else {
                return nil
            }
            sleepers.append(next)
            return next
        }
    }

    private static let beat = Duration.milliseconds(50)

    private let state = Locked(State())

    /// The seconds for which a task had to wait for a thread so far; it grows while somebody waits.
    var starved: Double { state.withLock { $0.starved / .seconds(1) } }

    /// The same and what a beat that is late has to add; whoever asks has a thread, so that it will come.
    var starvedUntilNow: Double {
        state.withLock { state in
            (state.starved + Self.starved(at: state.nextBeat, until: .now)) / .seconds(1)
        }
    }

    /// Sets an alarm, and returns its number.
    func set(after seconds: Double, _ ring: @escaping @Sendable () async -> Void) -> Int {
        let moment = ContinuousClock.now + .seconds(seconds)
        let (id, isUnwatched, firstBeat) = state.withLock { state in
            state.lastID += 1
            state.waits += 1
            state.pending[state.lastID] = (moment, ring)
            let isUnwatched = !state.sleepers.contains { $0 <= moment }
            if isUnwatched { state.sleepers.append(moment) }
            let firstBeat = state.nextBeat == nil ? ContinuousClock.now + Self.beat : nil
            state.nextBeat = state.nextBeat ?? firstBeat
            return (state.lastID, isUnwatched, firstBeat)
        }
        if let firstBeat { takePulse(at: firstBeat) }
        if isUnwatched { sleep(until: moment) }
        return id
    }

    /// Takes back an alarm, whether or not it has rung: its wait has ended.
    func cancel(_ id: Int) {
        state.withLock { state in
            state.pending[id] = nil
            state.waits -= 1
        }
    }

    /// Takes the pulse from a thread of its own, without a timer: by those a worker knows what the code under test leaves
    /// behind.
    private func takePulse(at first: ContinuousClock.Instant) {
        Thread.detachNewThread { [state] in
            let (never, taken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let following = Locked<ContinuousClock.Instant?>(first)
            while let beat = following.withLock({ $0 }) {
                _ = never.wait(timeout: .now() + ContinuousClock.now.duration(to: beat) / .seconds(1))
                Task.detached {
                    let next = state.withLock { state in
                        state.starved += Self.starved(at: beat, until: .now)
                        state.nextBeat = state.waits > 0 ? .now + Self.beat : nil
                        return state.nextBeat
                    }
                    following.withLock { $0 = next }
                    taken.signal()
                }
                taken.wait()
            }
        }
    }

    /// How long there was no thread, by a beat and the time at which it came.
    private static func starved(at beat: ContinuousClock.Instant?, until now: ContinuousClock.Instant) -> Duration {
        // A little late is every task; of a beat that comes late nobody knows when there were threads.
        guard let beat, now - beat > Self.beat / 5 else { return .zero }
        return now - beat + Self.beat
    }

    private func sleep(until moment: ContinuousClock.Instant) {
        Task.detached { [self] in
            // Nobody cancels it.
            do { try await Task.sleep(until: moment, clock: .continuous) } catch { return }
            wake(at: moment)
        }
    }

    private func wake(at moment: ContinuousClock.Instant) {
        let (due, next) = state.withLock { state in
            if let index = state.sleepers.firstIndex(of: moment) { state.sleepers.remove(at: index) }
            let due = state.pending.filter { $0.value.moment <= moment }
            for id in due.keys { state.pending[id] = nil }
            return (due.values.map(\.ring), state.unwatched())
        }
        for ring in due { Task { await ring() } }
        if let next { sleep(until: next) }
    }
}
