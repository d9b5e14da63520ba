import ContractFormat
import Foundation
import JSONSchema

/// The seconds for which others have held something up, on a clock that only goes forward.
package struct Delay: Sendable {
    package static let none = Delay { 0 }

    /// The delay known without asking, which may be a little behind.
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
    /// Returns the operation's result, or `nil` if it takes longer than `seconds`. The operation is then cancelled and
    /// abandoned.
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
                // Extends the deadline by the time that the call waited for a thread.
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
    /// It does not grow while threads are held for good: work behind code that never ends is late at its time.
    package static var starved: Double { Alarms.shared.starved }
}

/// Moments at which waits end, and the pulse of the threads that tasks share: a suite of a thousand tests on two cores gives
/// a call its turn minutes late.
///
/// Both are kept by one thread while there are waits, without a timer: by those a worker knows what the code under test
/// leaves behind.
private final class Alarms: Sendable {
    static let shared = Alarms()

    private typealias Ring = @Sendable () async -> Void

    private struct State {
        var pending: [Int: (moment: ContinuousClock.Instant, ring: Ring)] = [:]
        var lastID = 0
        /// The waits that have not ended: some go on beyond their moment.
        var waits = 0
        /// When the pulse is taken next, where a thread keeps time.
        var nextBeat: ContinuousClock.Instant?
        var starved = Duration.zero

        /// When there is something to do next.
        var next: ContinuousClock.Instant? {
            nextBeat.map { beat in pending.values.reduce(beat) { min($0, $1.moment) } }
        }

        mutating func takeDue() -> [Ring] {
            let now = ContinuousClock.now
            let due = pending.filter { $0.value.moment <= now }
            for id in due.keys { pending[id] = nil }
            return due.values.map(\.ring)
        }
    }

    private static let beat = Duration.milliseconds(50)

    private let state = Locked(State())
    /// Says that there is something to do sooner.
    private let sooner = DispatchSemaphore(value: 0)

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
        let (id, beat) = state.withLock { state in
            defer { state.nextBeat = state.nextBeat ?? .now + Self.beat }
            state.lastID += 1
            state.waits += 1
            state.pending[state.lastID] = (moment, ring)
            return (state.lastID, state.nextBeat)
        }
        if let beat {
            if moment < beat { sooner.signal() }
        } else {
            Thread.detachNewThread { self.keepTime() }
        }
        return id
    }

    /// Takes back an alarm, whether or not it has rung: its wait has ended.
    func cancel(_ id: Int) {
        state.withLock { state in
            state.pending[id] = nil
            state.waits -= 1
        }
    }

    /// Rings, and takes the pulse, until nobody waits any more.
    private func keepTime() {
        while let next = state.withLock({ $0.next }) {
            _ = sooner.wait(timeout: .now() + max(0, ContinuousClock.now.duration(to: next) / .seconds(1)))
            for ring in state.withLock({ $0.takeDue() }) { Task.detached { await ring() } }
            takePulse()
        }
    }

    /// Takes the pulse where it is time, and waits for it.
    private func takePulse() {
        guard let beat = state.withLock({ $0.nextBeat }), beat <= .now else { return }
        let taken = DispatchSemaphore(value: 0)
        Task.detached { [state] in
            state.withLock { state in
                state.starved += Self.starved(at: beat, until: .now)
                state.nextBeat = state.waits > 0 ? .now + Self.beat : nil
            }
            taken.signal()
        }
        taken.wait()
    }

    /// Returns the time without a thread, by a beat and the time at which it came.
    private static func starved(at beat: ContinuousClock.Instant?, until now: ContinuousClock.Instant) -> Duration {
        // A little late is every task; of a beat that comes late nobody knows when there were threads.
        guard let beat, now - beat > Self.beat / 5 else { return .zero }
        return now - beat + Self.beat
    }
}
