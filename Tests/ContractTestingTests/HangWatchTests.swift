import Testing

@testable import ContractTesting

/// What holds a thread for ever is late at its time; what waits for a thread is not.
@Suite struct HangWatchTests {
    /// - Parameter used: seconds of processor time.
    private func isLate(after seconds: Double, threadWait: Double, mayWait: Bool, used: Double = 100) -> Bool {
        let start = SuspendingClock.now
        let step = HangWatch.Step(
            check: "notes/request/find", name: "tag is empty", seconds: 3, mayWait: mayWait, start: start,
            threadWait: 10, processor: 7)
        return step.isLate(at: start + .seconds(seconds), threadWait: 10 + threadWait, processor: 7 + used)
    }

    @Test func isLateAtItsTime() {
        #expect(!isLate(after: 2.9, threadWait: 0, mayWait: true))
        #expect(isLate(after: 3.1, threadWait: 0, mayWait: true))
    }

    @Test func isNotBlamedForTheTimeInWhichOthersHadAllThreads() {
        #expect(!isLate(after: 62.9, threadWait: 60, mayWait: true))
        #expect(isLate(after: 63.1, threadWait: 60, mayWait: true))
    }

    /// On a busy machine a step gets little processor time; one that waits for something uses none, and is late all the same.
    @Test func isNotBlamedForTheTimeInWhichItHadNoProcessor() {
        #expect(!isLate(after: 7.9, threadWait: 0, mayWait: false, used: 2.9))
        #expect(isLate(after: 3.2, threadWait: 0, mayWait: false, used: 3.1))
        #expect(isLate(after: 8.1, threadWait: 0, mayWait: false, used: 0))
    }

    /// A probe of a model has its thread: whatever others do, it is late at its time.
    @Test func isLateAtItsTimeWhereItNeedsNoOtherThread() {
        #expect(isLate(after: 3.1, threadWait: 60, mayWait: false))
    }
}
