import ContractChecking
import Foundation
import JSONSchema

/// Ends a test process in which code under test hangs, and names the probe.
///
/// Code that hangs in a probe holds its thread for ever, and no test framework ends it. A thread of its own looks at the
/// running steps. Nothing is ended under a debugger.
struct HangWatch: Sendable {
    /// Seconds that one probe may take, or one client call.
    let deadline: Double
    /// Tells the same check in two runs apart.
    private let run = UUID()

    init(deadline: Double) { self.deadline = deadline }

    /// Notes that a step of a check is about to run: 0 is the check as a whole, then its probes from 1.
    func begin(_ check: Check, step: Int, _ name: String) {
        // A step of a survival check is a client call.
        let seconds = step > 0 && check.kind != .survival ? deadline : Self.seconds(of: check, deadline: deadline)
        // A probe of a model waits for nothing: it has its thread.
        let step = Step(check: check.id, name: name, seconds: seconds, mayWait: step == 0 || check.kind != .model)
        Self.watch.note(step, of: Key(run: run, check: check))
    }

    func end(_ check: Check) { Self.watch.note(nil, of: Key(run: run, check: check)) }

    /// Seconds that a check may take outside of its probes: calls end at a deadline of their own, one after another.
    private static func seconds(of check: Check, deadline: Double) -> Double {
        switch check.kind {
        case .contract, .request, .rejects, .model: deadline + 15
        case .response, .client, .faults, .scenario, .survival, .strength: deadline * 8 + 15
        }
    }

    fileprivate struct Key: Hashable, Sendable {
        let run: UUID
        let check: Check
    }

    struct Step: Sendable {
        let check: String
        let name: String
        let seconds: Double
        /// Whether it may wait for a thread, which is not its fault.
        let mayWait: Bool
        var start = SuspendingClock.now
        var starved = HangWatch.watch.starved
        var processor = ProcessUsage.seconds

        func isLate(at now: SuspendingClock.Instant, starved: Double, processor: Double) -> Bool {
            ProcessUsage.isLate(
                after: start.duration(to: now) / .seconds(1), used: processor - self.processor,
                limit: seconds + (mayWait ? starved - self.starved : 0))
        }
    }

    private static let watch = Watch()

    fileprivate final class Watch: Sendable {
        private let steps = Locked<[Key: Step]>([:])
        private let pulse = Locked(Pulse())

        /// A task that shows whether others have all the threads that tasks share.
        private struct Pulse: Sendable {
            var isUnderWay = false
            var starved = Duration.zero
        }

        /// The seconds for which tasks had to wait for a thread so far; those of threads that are held for good do not count.
        var starved: Double { pulse.withLock { $0.starved } / .seconds(1) }

        init() {
            Thread.detachNewThread { [self] in
                while true {
                    takePulse()
                    usleep(200_000)
                    look()
                }
            }
        }

        func note(_ step: Step?, of key: Key) { steps.withLock { $0[key] = step } }

        private func takePulse() {
            let isUnderWay = pulse.withLock { pulse in
                defer { pulse.isUnderWay = true }
                return pulse.isUnderWay
            }
            guard !isUnderWay else { return }
            let start = ContinuousClock.now
            Task.detached { [self] in
                pulse.withLock { $0 = Pulse(starved: $0.starved + start.duration(to: .now)) }
            }
        }

        private func look() {
            let (now, starved, processor) = (SuspendingClock.now, starved, ProcessUsage.seconds)
            let late = steps.withLock { steps in
                steps.values.first { $0.isLate(at: now, starved: starved, processor: processor) }
            }
            guard let late, !Self.isDebugged else { return }
            let message =
                "\ncontract check \(late.check) hangs: \(late.name) has not ended within "
                + "\(Int(late.seconds.rounded(.up))) s; the test process ends here\n"
            // A failed write cannot be reported.
            _ = Array(message.visible(keepingLines: true).withoutPipelineCommands.utf8).withUnsafeBytes {
                write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            // The output of tests is flushed, unless the code that hangs is printing.
            let isFlushed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                fflush(nil)
                isFlushed.signal()
            }
            _ = isFlushed.wait(timeout: .now() + 1)
            _exit(EarlyExit.code)
        }

        private static var isDebugged: Bool {
            #if canImport(Darwin)
                var info = kinfo_proc()
                var size = MemoryLayout<kinfo_proc>.stride
                var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
                return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0
                    && info.kp_proc.p_flag & P_TRACED != 0
            #else
                guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return false }
                let tracer = String(decoding: status, as: UTF8.self).split(separator: "\n")
                    .first { $0.hasPrefix("TracerPid:") }
                return tracer.map { !$0.hasSuffix("\t0") } ?? false
            #endif
        }
    }
}
