import Foundation
import JSONSchema
import Testing

@Suite struct DeadlineTests {
    /// An operation that ends when it is opened or cancelled.
    private struct Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        func open() { continuation.finish() }

        func wait() async { for await _ in stream {} }
    }

    @Test func returnsTheResultOfTheOperation() async {
        #expect(await Deadline.run(seconds: 3600) { 7 } == 7)
    }

    @Test func returnsNilForAnEndlessOperation() async {
        let gate = Gate()
        let result: Int? = await Deadline.run(seconds: 0.01) {
            await gate.wait()
            return 7
        }
        #expect(result == nil)
    }

    @Test func endsEarlyWhereTheDeadlineIsBroughtForward() async {
        let gate = Gate()
        let result: Int? = await Deadline.run(seconds: 3600, isOver: { true }) {
            await gate.wait()
            return 7
        }
        #expect(result == nil)
    }

    @Test func endsAShortWaitBesideLongOnes() async {
        let gates = (0..<20).map { _ in Gate() }
        let ended = await withTaskGroup(of: Int?.self) { group in
            for (index, gate) in gates.enumerated() {
                group.addTask {
                    await Deadline.run(seconds: index == 13 ? 0.01 : 3600 - Double(index)) {
                        await gate.wait()
                        return index
                    }
                }
            }
            // Only the short wait ends by itself; the gates of the others open after it.
            let first = await group.next() ?? 0
            for gate in gates { gate.open() }
            var others: [Int?] = []
            for await other in group { others.append(other) }
            return (first: first, others: others.compactMap(\.self).sorted())
        }
        #expect(ended.first == nil)
        #expect(ended.others == Array(0..<13) + Array(14..<20))
    }

    /// The wait is extended by the time that the operation was held up, until no time is added.
    @Test func extendsTheDeadlineByTheTimeHeldUp() async {
        let asked = Locked(0)
        let gate = Gate()
        let start = ContinuousClock.now
        let delay: Deadline.Delay = {
            asked.withLock { asked in
                asked += 1
                return [0, 0.3, 0.6][min(asked, 3) - 1]
            }
        }
        let result: Int? = await Deadline.run(seconds: 0.01, delay: delay) {
            await gate.wait()
            return 7
        }
        #expect(result == nil)
        #expect(start.duration(to: .now) >= .seconds(0.6))
    }

    /// A suite of many tests holds every thread for longer than a call may take; the call continues in the added time.
    @Test func doesNotCountTheTimeWithoutAThread() async {
        let turns = Locked(0)
        let hogs = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
            Task.detached {
                // Together longer than the deadline, with a yield to other tasks in between.
                for _ in 0..<16 {
                    let end = ContinuousClock.now + .milliseconds(100)
                    while ContinuousClock.now < end {}
                    await Task.yield()
                }
            }
        }
        let result = await Deadline.run(seconds: 0.5) {
            // Every iteration needs a thread again.
            for _ in 0..<14 {
                await Task.yield()
                turns.withLock { $0 += 1 }
            }
            return 7
        }
        for hog in hogs { await hog.value }
        #expect(result == 7)
        #expect(turns.withLock { $0 } == 14)
    }
}
