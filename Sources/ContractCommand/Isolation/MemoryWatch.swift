import Foundation
import JSONSchema

/// Detects when the running steps of a worker exceed their memory limit. Memory allocated before a step does not count.
/// Concurrent steps share one limit; a worker that runs one step at a time then finds the culprit.
struct MemoryWatch {
    private let process: pid_t
    private let limit: Int
    /// The running step of each check, and the resident bytes when it was first seen.
    private var starts: [String: (step: Int, bytes: Int)] = [:]

    init(process: pid_t, limit: Int) {
        self.process = process
        self.limit = limit
    }

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
