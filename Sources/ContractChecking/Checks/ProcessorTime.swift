#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The processor time of a process: a busy machine gives innocent code little of it, for long.
package enum ProcessorTime {
    /// Seconds by the clock beyond its limit that a step has which used less processor time: others may have had it.
    private static let grace = 5.0

    /// Whether a step is late: it used the processor for its limit, or waits for something beyond the grace.
    package static func isLate(after seconds: Double, used: Double, limit: Double) -> Bool {
        seconds > limit && used > limit || seconds > limit + grace
    }

    /// The seconds of this process.
    package static var own: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// The seconds of another process; none where the system does not tell them.
    package static func seconds(of process: pid_t) -> Double {
        #if canImport(Darwin)
            var usage = rusage_info_v4()
            let result = withUnsafeMutablePointer(to: &usage) {
                $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                    proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
                }
            }
            var base = mach_timebase_info_data_t()
            guard result == 0, mach_timebase_info(&base) == 0 else { return 0 }
            return Double(usage.ri_user_time + usage.ri_system_time) * Double(base.numer) / Double(base.denom) / 1e9
        #else
            var clock = clockid_t()
            return clock_getcpuclockid(process, &clock) == 0 ? seconds(clock) : 0
        #endif
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : 0
    }
}
