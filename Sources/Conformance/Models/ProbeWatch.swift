/// Is told of each probe before it runs, so that a trap can be laid to the probe that caused it.
struct ProbeWatch: Sendable {
    let check: Check
    let options: Options

    /// Notes that a probe is about to run; `false` where it is known to kill the process and must be left out.
    func begin(_ index: Int, _ name: String) -> Bool {
        guard let monitor = options.monitor else { return true }
        return monitor.begin(check, probe: index, name)
    }
}

/// What watches a run from the side that survives it.
package protocol ProbeMonitor: Sendable {
    /// Notes that a probe is about to run; `false` leaves it out.
    func begin(_ check: Check, probe: Int, _ name: String) -> Bool
}
