import Testing

@testable import ContractTesting

/// The deadline of a step, which excludes time spent waiting for a thread or a processor.
@Suite struct HangWatchTests {
    /// - Parameter used: seconds of processor time.
    private func isLate(after seconds: Double, threadWait: Double, mayWait: Bool, used: Double = 100) -> Bool {
        let start = SuspendingClock.now
        let step = HangWatch.Step(
            check: "notes/request/find", name: "tag is empty", seconds: 3, mayWait: mayWait, start: start,
            threadWait: 10, processor: 7)
        return step.isLate(at: start + .seconds(seconds), threadWait: 10 + threadWait, processor: 7 + used)
    }

    @Test func isLateAfterItsLimit() {
        #expect(!isLate(after: 2.9, threadWait: 0, mayWait: true))
        #expect(isLate(after: 3.1, threadWait: 0, mayWait: true))
    }

    @Test func excludesTimeWithoutAFreeThread() {
        #expect(!isLate(after: 62.9, threadWait: 60, mayWait: true))
        #expect(isLate(after: 63.1, threadWait: 60, mayWait: true))
    }

    /// On a busy machine a step gets little processor time. A blocked step uses none but is still late eventually.
    @Test func excludesTimeWithoutAProcessor() {
        #expect(!isLate(after: 7.9, threadWait: 0, mayWait: false, used: 2.9))
        #expect(isLate(after: 3.2, threadWait: 0, mayWait: false, used: 3.1))
        #expect(isLate(after: 8.1, threadWait: 0, mayWait: false, used: 0))
    }

    /// A model's probe has its own thread, so that other threads do not delay it.
    @Test func ignoresThreadWaitsOfAStepWithItsOwnThread() {
        #expect(isLate(after: 3.1, threadWait: 60, mayWait: false))
    }
}
