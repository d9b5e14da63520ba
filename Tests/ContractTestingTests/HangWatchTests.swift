import Testing

@testable import ContractTesting

/// What holds a thread for ever is late at its time; what waits for a thread is not.
@Suite struct HangWatchTests {
    private func isLate(after seconds: Double, starved: Double, mayWait: Bool) -> Bool {
        let start = SuspendingClock.now
        let step = HangWatch.Step(
            check: "notes/request/find", name: "tag is empty", seconds: 3, mayWait: mayWait, start: start, starved: 10)
        return step.isLate(at: start + .seconds(seconds), starved: 10 + starved)
    }

    @Test func isLateAtItsTime() {
        #expect(!isLate(after: 2.9, starved: 0, mayWait: true))
        #expect(isLate(after: 3.1, starved: 0, mayWait: true))
    }

    @Test func isNotBlamedForTheTimeInWhichOthersHadAllThreads() {
        #expect(!isLate(after: 62.9, starved: 60, mayWait: true))
        #expect(isLate(after: 63.1, starved: 60, mayWait: true))
    }

    /// A probe of a model has its thread: whatever others do, it is late at its time.
    @Test func isLateAtItsTimeWhereItNeedsNoOtherThread() {
        #expect(isLate(after: 3.1, starved: 60, mayWait: false))
    }
}
