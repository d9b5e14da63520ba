import Foundation

/// The processor time and the memory that a process uses.
package enum ProcessUsage {
    /// Seconds by the clock beyond its limit that a step has which used less processor time: others may have had it.
    private static let grace = 5.0

    /// Whether a step is late: it used the processor for its limit, or waits for something beyond the grace. A busy machine
    /// gives innocent code little of the processor, for long.
    package static func isLate(after seconds: Double, used: Double, limit: Double) -> Bool {
        seconds > limit && used > limit || seconds > limit + grace
    }

    /// The seconds of the processor that this process used.
    package static var seconds: Double { seconds(by: CLOCK_PROCESS_CPUTIME_ID) }

    private static func seconds(by clock: clockid_t) -> Double {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : 0
    }

    #if canImport(Darwin)
        /// The seconds of the processor that another process used; none where the system does not provide them.
        package static func seconds(of process: pid_t) -> Double {
            var base = mach_timebase_info_data_t()
            guard let usage = usage(of: process), mach_timebase_info(&base) == 0 else { return 0 }
            return Double(usage.ri_user_time + usage.ri_system_time) * Double(base.numer) / Double(base.denom) / 1e9
        }

        /// The resident memory of another process; `nil` where the system does not provide it.
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
        /// The seconds of the processor that another process used; none where the system does not provide them.
        package static func seconds(of process: pid_t) -> Double {
            var clock = clockid_t()
            return clock_getcpuclockid(process, &clock) == 0 ? seconds(by: clock) : 0
        }

        /// The resident memory of another process; `nil` where the system does not provide it.
        package static func residentBytes(of process: pid_t) -> Int? {
            guard let data = FileManager.default.contents(atPath: "/proc/\(process)/statm") else { return nil }
            let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
            return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
        }
    #endif
}
