/// Tells the monitor of a run, if there is one, of each probe of a check before it runs.
struct ProbeWatch: Sendable {
    let check: Check
    let monitor: (any RunMonitor)?

    func begin(_ index: Int, _ name: @autoclosure () -> String) -> StepVerdict {
        monitor?.begin(check, step: index + 1, name()) ?? .run
    }
}
