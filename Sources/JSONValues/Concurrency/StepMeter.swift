import Foundation

/// A step budget shared by the long evaluations of a run. Short evaluations do not count.
package final class StepMeter: Sendable {
    /// The current task's meter. If `nil`, steps are unlimited.
    @TaskLocal package static var current: StepMeter?

    private let left: Locked<Int>
    package let limit: Int

    package init(steps: Int) {
        limit = steps
        left = Locked(steps)
    }

    package var remaining: Int { left.withLock { $0 } }

    package var isSpent: Bool { remaining <= 0 }

    /// Takes steps from the budget. Returns false once it is exhausted.
    package func take(_ steps: Int) -> Bool {
        left.withLock { left in
            left -= min(steps, max(left, 0))
            return left > 0
        }
    }
}

package enum ProcessUsage {
    /// The additional wall-clock seconds of a step that used little processor time: the machine may be busy.
    private static let grace = 5.0

    /// Whether a step exceeded its limit in processor and wall-clock time, or limit plus grace in wall-clock time.
    package static func isLate(after seconds: Double, used: Double, limit: Double) -> Bool {
        seconds > limit && used > limit || seconds > limit + grace
    }

    package static var seconds: Double { seconds(by: CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(by clock: clockid_t) -> Double {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : 0
    }

    #if canImport(Darwin)
        /// Returns the processor time that another process used, in seconds, or 0 if it is unavailable.
        package static func seconds(of process: pid_t) -> Double {
            var base = mach_timebase_info_data_t()
            guard let usage = usage(of: process), mach_timebase_info(&base) == 0 else { return 0 }
            return Double(usage.ri_user_time + usage.ri_system_time) * Double(base.numer) / Double(base.denom) / 1e9
        }

        /// Returns the resident memory of another process, or `nil` if it is unavailable.
        package static func residentBytes(of process: pid_t) -> Int? {
            usage(of: process).map { Int($0.ri_phys_footprint) }
        }

        private static func usage(of process: pid_t) -> rusage_info_v4? {
            var usage = rusage_info_v4()
            let result = withUnsafeMutablePointer(to: &usage) {
                $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
                }
            }
            return result == 0 ? usage : nil
        }
    #else
        package static func seconds(of process: pid_t) -> Double {
            var clock = clockid_t()
            return clock_getcpuclockid(process, &clock) == 0 ? seconds(by: clock) : 0
        }

        package static func residentBytes(of process: pid_t) -> Int? {
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/statm") else { return nil }
            let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
            return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
        }
    #endif
}
