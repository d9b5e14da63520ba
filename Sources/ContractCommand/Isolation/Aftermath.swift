import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the code under test leaves behind in a worker whose checks are all done: a thread that sleeps and then traps, or a
/// timer that is due. Where there is any, the worker does not end before it has had its time.
enum Aftermath {
    /// Seconds that a worker waits at most.
    private static let longest = 0.25

    /// Waits while something is left; where the system does not tell, nothing is known to be.
    static func wait() {
        #if !canImport(Darwin)
            let end = DispatchTime.now() + longest
            while DispatchTime.now() < end, isThreadAtWork || isTimerDue { usleep(5_000) }
        #endif
    }

    #if !canImport(Darwin)
        #if arch(x86_64)
            /// The system calls by which a thread sleeps.
            private static let sleeps = ["35", "230"]
        #else
            private static let sleeps = ["101", "115"]
        #endif

        /// Whether a thread beside this one runs or sleeps; those of a pool that have nothing to do wait otherwise.
        private static var isThreadAtWork: Bool {
            // PID/task/THREAD
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            return entries("/proc/self/task").contains { thread in
                guard let own, !own.hasSuffix("/\(thread)"), let text = text("/proc/self/task/\(thread)/syscall") else {
                    return false
                }
                let word = String(text.prefix { $0 != " " && $0 != "\n" })
                return word == "running" || sleeps.contains(word)
            }
        }

        /// Whether a timer ends while this would wait for it.
        private static var isTimerDue: Bool {
            entries("/proc/self/fd").contains { descriptor in
                guard let text = text("/proc/self/fdinfo/\(descriptor)"),
                    let line = text.split(separator: "\n").first(where: { $0.hasPrefix("it_value:") })
                else { return false }
                let numbers = line.split { !$0.isNumber }.compactMap { Double($0) }
                guard numbers.count == 2 else { return false }
                let seconds = numbers[0] + numbers[1] / 1e9
                return seconds > 0 && seconds < longest
            }
        }

        private static func entries(_ folder: String) -> [String] {
            do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
        }

        private static func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
    #endif
}
