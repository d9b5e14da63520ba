import Foundation

/// Tells when the steps that a worker is running have taken more memory than a step may.
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

    /// Looks once; where the system tells no memory, nothing is exceeded.
    mutating func isExceeded(by running: [StepTable.Running]) -> Bool {
        guard let bytes = Self.residentBytes(of: process) else { return false }
        let before = starts
        starts = [:]
        for running in running {
            let start = before[running.task]
            starts[running.task] = start?.step == running.step ? start : (running.step, bytes)
        }
        return starts.values.contains { bytes - $0.bytes > limit }
    }

    private static func residentBytes(of process: pid_t) -> Int? {
        #if canImport(Darwin)
            var usage = rusage_info_v4()
            let result = withUnsafeMutablePointer(to: &usage) {
                $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
                }
            }
            return result == 0 ? Int(usage.ri_phys_footprint) : nil
        #else
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/statm") else { return nil }
            let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
            return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
        #endif
    }
}
