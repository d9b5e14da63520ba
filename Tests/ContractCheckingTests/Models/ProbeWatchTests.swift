import ContractChecking
import NotesFixture
import Synchronization
import Testing

/// Steps of a check that a monitor observes.
struct ProbeWatchTests {
    private final class Steps: RunMonitor {
        let all = Mutex<[(step: Int, name: String)]>([])

        func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict {
            all.withLock { $0.append((step, name)) }
            return .run
        }

        func end(_ check: Check) async {}
    }

    /// On a loaded machine the work between probes takes seconds. It counts as the check's, so no probe seems to hang.
    @Test func attributesWorkBetweenProbesToTheCheck() async throws {
        let folder = try NotesFolder()
        let steps = Steps()
        var options = Options(mode: .replay, only: ["notes/model/*"])
        options.observers.monitor = steps
        _ = await folder.suite().verify(options)
        let all = steps.all.withLock { $0 }
        let isProbe = all.map { $0.step > 0 }
        let turns = zip(isProbe, isProbe.dropFirst()).filter { $0 != $1 }.map(\.1)
        // The check, complete instances, generation of changes, changed instances, the check. Rereading is a step.
        #expect(turns.starts(with: [true, false, true, false]))
        #expect(isProbe.first == false)
        #expect(isProbe.last == false)
        #expect(Set(all.filter { $0.step == 0 }.map(\.name)) == ["the model check as a whole"])
    }
}
