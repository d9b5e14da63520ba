import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the code under test leaves behind in a worker whose checks are all done: a thread that sleeps and then traps, or a
/// timer that is due. Where there is any, the worker does not end before it has had its time.
struct Aftermath {
    /// Seconds that a worker waits at most.
    private static let longest = 0.25

    #if !canImport(Darwin)
        private let dispatch = DispatchTimer()
    #endif

    /// Waits while something is left; where the system does not tell, nothing is known to be.
    func wait() {
        #if !canImport(Darwin)
            let end = DispatchTime.now() + Self.longest
            while DispatchTime.now() < end, isAnythingLeft { usleep(5_000) }
        #endif
    }

    #if !canImport(Darwin)
        /// A thread of the pool hands a timer that it sets over to the manager, and the manager one that rings to a thread of the
        /// pool: whoever has it is asked behind who had it.
        private var isAnythingLeft: Bool { isThreadAtWork || isTimerDue || isThreadAtWork }

        /// Whether a thread beside this one runs or sleeps; those of a pool that have nothing to do wait otherwise.
        private var isThreadAtWork: Bool {
            // PID/task/THREAD
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            return Self.threads.contains { thread in
                guard let own, !own.hasSuffix("/\(thread)"), let call = SystemCall(of: thread) else { return false }
                return call == .none || call == .sleep
            }
        }

        /// Whether a timer ends while this would wait for it, or is being set.
        private var isTimerDue: Bool {
            var own: String?
            if let dispatch {
                guard let isUnchanged = dispatch.isUnchanged else { return true }
                if isUnchanged { own = dispatch.descriptor }
            }
            return Self.timers.contains { $0.descriptor != own && $0.seconds < Self.longest }
        }

        // MARK: - What the system tells

        /// What a thread is in the kernel for.
        fileprivate enum SystemCall: Equatable {
            /// It runs.
            case none
            case sleep
            /// It waits for events of descriptors, as the dispatch library's manager does.
            case events
            case other

            init?(of thread: String) {
                guard let text = Aftermath.text("/proc/self/task/\(thread)/syscall") else { return nil }
                switch text.prefix(while: { $0 != " " && $0 != "\n" }) {
                case "running": self = .none
                #if arch(x86_64)
                    case "35", "230": self = .sleep
                    case "232", "281": self = .events
                #else
                    case "101", "115": self = .sleep
                    case "22": self = .events
                #endif
                default: self = .other
                }
            }
        }

        fileprivate static var threads: [String] { entries("/proc/self/task") }

        /// The timers that are set, and the seconds after which they ring.
        fileprivate static var timers: [(descriptor: String, seconds: Double)] {
            entries("/proc/self/fd").compactMap { descriptor in
                guard let text = text("/proc/self/fdinfo/\(descriptor)"),
                    let line = text.split(separator: "\n").first(where: { $0.hasPrefix("it_value:") })
                else { return nil }
                let numbers = line.split { !$0.isNumber }.compactMap { Double($0) }
                guard numbers.count == 2 else { return nil }
                let seconds = numbers[0] + numbers[1] / 1e9
                return seconds > 0 ? (descriptor, seconds) : nil
            }
        }

        /// How often a thread has waited so far.
        fileprivate static func waits(of thread: String) -> Int? {
            text("/proc/self/task/\(thread)/status")?.split(separator: "\n")
                .first { $0.hasPrefix("voluntary_ctxt_switches:") }
                .flatMap { Int($0.drop { !$0.isNumber }) }
        }

        private static func entries(_ folder: String) -> [String] {
            do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
        }

        private static func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
    #endif
}

#if !canImport(Darwin)
    /// The one timer of the dispatch library, as it was before any code under test ran: it rings each second for the library,
    /// which looks after its threads, and earlier for whoever has set a timer.
    ///
    /// A timer that is set wakes the library's manager, even where it is due behind the library's own and nothing else shows.
    private struct DispatchTimer {
        let descriptor: String
        private let manager: String
        private let waits: Int
        private let ring: Double

        init?() {
            let managers = Aftermath.threads.filter { Aftermath.SystemCall(of: $0) == .events }
            let timers = Aftermath.timers
            guard managers.count == 1, timers.count == 1, let waits = Aftermath.waits(of: managers[0]) else {
                return nil
            }
            (manager, self.waits) = (managers[0], waits)
            descriptor = timers[0].descriptor
            ring = Self.now + timers[0].seconds
        }

        /// Whether nobody has set another timer; `nil` while the manager is at work.
        var isUnchanged: Bool? {
            guard Aftermath.SystemCall(of: manager) == .events, let waits = Aftermath.waits(of: manager) else {
                return nil
            }
            // Of a ring that is due just now it is not known whether it has been counted.
            let rings = max(0, Int((Self.now - ring - 0.005).rounded(.down)) + 1)
            return waits - self.waits <= rings
        }

        private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    }
#endif
