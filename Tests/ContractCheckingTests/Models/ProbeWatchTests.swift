import ContractChecking
import NotesFixture
import Synchronization
import Testing

/// The steps of checks that a monitor is told of.
struct ProbeWatchTests {
    private final class Steps: RunMonitor {
        let all = Mutex<[(step: Int, name: String)]>([])

        func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict {
            all.withLock { $0.append((step, name)) }
            return .run
        }

        func end(_ check: Check) async {}
    }

    /// On a loaded machine the work between probes takes seconds: it is the check's, and no probe is told as hanging.
    @Test func chargesNoProbeWithTheWorkBehindIt() async throws {
        let folder = try NotesFolder()
        let steps = Steps()
        var options = Options(mode: .replay, only: ["notes/model/*"])
        options.observers.monitor = steps
        _ = await folder.suite().verify(options)
        let all = steps.all.withLock { $0 }
        let isProbe = all.map { $0.step > 0 }
        let turns = zip(isProbe, isProbe.dropFirst()).filter { $0 != $1 }.map(\.1)
        // The check, whole instances, the making of changes, the changes, the check; whatever is read again is a step, too.
        #expect(turns.starts(with: [true, false, true, false]))
        #expect(isProbe.first == false)
        #expect(isProbe.last == false)
        #expect(Set(all.filter { $0.step == 0 }.map(\.name)) == ["the model check as a whole"])
    }
}
