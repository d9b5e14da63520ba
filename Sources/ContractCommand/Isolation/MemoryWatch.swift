import Foundation
import JSONSchema

/// Notices when the running steps of a worker have taken more memory than a step may.
///
/// Memory from before a step is not counted. Concurrent steps share one limit; the worker that runs one step at a time
/// finds the one that exceeds it.
struct MemoryWatch {
    private let process: pid_t
    /// Bytes that a step may add.
    private let limit: Int
    /// For each check that is running its step and the resident bytes when that was first seen.
    private var starts: [String: (step: Int, bytes: Int)] = [:]

    init(process: pid_t, limit: Int) {
        self.process = process
        self.limit = limit
    }

    /// Looks once; where the system gives no figure, nothing is exceeded.
    mutating func isExceeded(by running: [StepTable.Running]) -> Bool {
        guard let bytes = ProcessUsage.residentBytes(of: process) else { return false }
        let before = starts
        starts = [:]
        for running in running {
            let start = before[running.task]
            starts[running.task] = start?.step == running.step ? start : (running.step, bytes)
        }
        return starts.values.contains { bytes - $0.bytes > limit }
    }
}
