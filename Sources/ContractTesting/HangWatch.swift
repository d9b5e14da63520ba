import ContractChecking
import Foundation
import JSONSchema

/// Ends a test process if code under test hangs, and reports the probe.
///
/// Hung code blocks its thread forever, and no test framework stops it. A dedicated thread watches the running steps,
/// unless a debugger is attached.
struct HangWatch: Sendable {
    /// The seconds allowed for one probe or one client call.
    let deadline: Double
    /// Distinguishes the same check in two runs.
    private let run = UUID()

    init(deadline: Double) { self.deadline = deadline }

    func begin(_ check: Check, step: Int, _ name: String) {
        // A step of a survival check is a client call.
        let seconds = step > 0 && check.kind != .survival ? deadline : Self.seconds(of: check, deadline: deadline)
        // A model probe runs synchronously and already has its thread.
        let step = Step(check: check.id, name: name, seconds: seconds, mayWait: step == 0 || check.kind != .model)
        Self.watch.setStep(step, of: Key(run: run, check: check))
    }

    func end(_ check: Check) { Self.watch.setStep(nil, of: Key(run: run, check: check)) }

    /// Returns the seconds allowed outside of probes. A check makes several calls, each with its own deadline.
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
        /// Whether the step may wait for a thread, which extends its limit.
        let mayWait: Bool
        var start = SuspendingClock.now
        var threadWait = HangWatch.watch.threadWait
        var processor = ProcessUsage.seconds

        func isLate(at now: SuspendingClock.Instant, threadWait: Double, processor: Double) -> Bool {
            ProcessUsage.isLate(
                after: start.duration(to: now) / .seconds(1), used: processor - self.processor,
                limit: seconds + (mayWait ? threadWait - self.threadWait : 0))
        }
    }

    private static let watch = Watch()

    fileprivate final class Watch: Sendable {
        private let steps = Locked<[Key: Step]>([:])
        private let isProbing = Locked(false)
        private let waited = Locked(Duration.zero)

        /// The seconds that tasks waited for a thread so far, except if threads are blocked forever.
        var threadWait: Double { waited.withLock(\.self) / .seconds(1) }

        init() {
            Thread.detachNewThread { [self] in
                while true {
                    probeThreadPool()
                    usleep(200_000)
                    endIfHung()
                }
            }
        }

        func setStep(_ step: Step?, of key: Key) { steps.withLock { $0[key] = step } }

        /// Starts a task that measures its wait for a thread, unless one is waiting already.
        private func probeThreadPool() {
            guard isProbing.setOnce() else { return }
            let start = ContinuousClock.now
            Task.detached { [self] in
                waited.withLock { $0 += start.duration(to: .now) }
                isProbing.withLock { $0 = false }
            }
        }

        private func endIfHung() {
            let (now, threadWait, processor) = (SuspendingClock.now, threadWait, ProcessUsage.seconds)
            let late = steps.withLock { steps in
                steps.values.first { $0.isLate(at: now, threadWait: threadWait, processor: processor) }
            }
            guard let late, !Self.isDebugged else { return }
            let message =
                "\ncontract check \(late.check) hangs: \(late.name) did not finish within "
                + "\(Int(late.seconds.rounded(.up))) s; the test process ends here\n"
            EarlyExit.writeToStandardError(message)
            // Flushing blocks if the hung code is printing, so wait at most a second.
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
