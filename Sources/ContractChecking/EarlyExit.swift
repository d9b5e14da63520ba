import Foundation
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Fails a process that code under test ends in the middle of a run, for example by `exit`.
///
/// Otherwise its findings would be lost, and an exit code of 0 would report success. `exit` and `quick_exit` are
/// observed. `_exit` and `exec` cannot be: only a run that is watched by another process survives these.
package enum EarlyExit {
    /// The code of a process that ended early: its checks could not be evaluated.
    package static let code: Int32 = 3

    private struct State: Sendable {
        /// The number of runs, or commands over them, that have begun and not ended.
        var open = 0
        /// The checks that are running, by how many runs.
        var running: [Check: Int] = [:]
        var isInstalled = false
        /// Describes what the current thread was doing, where that is known.
        var note: (@Sendable () -> String?)?
    }

    private static let state = Locked(State())

    /// Notes that a run has begun: until it is over, no end of the process is a pass.
    package static func begin() {
        let isFirst = state.withLock { state in
            state.open += 1
            defer { state.isInstalled = true }
            return !state.isInstalled
        }
        guard isFirst else { return }
        atexit { EarlyExit.fail() }
        #if !canImport(Darwin)
            at_quick_exit { EarlyExit.fail() }
        #endif
    }

    /// Notes that a run is over.
    ///
    /// A function that code under test registered for the exit cannot turn a failure of the process into a pass: the one that is
    /// registered last runs first.
    package static func end() {
        state.withLock { $0.open -= 1 }
        #if canImport(Glibc)
            on_exit({ status, _ in if status != 0 { EarlyExit.leave(status) } }, nil)
        #endif
    }

    /// Sets the source of the words about the thread that ended the process.
    package static func note(_ note: @escaping @Sendable () -> String?) { state.withLock { $0.note = note } }

    static func begin(_ check: Check) { state.withLock { $0.running[check, default: 0] += 1 } }

    static func end(_ check: Check) {
        state.withLock { state in
            guard let count = state.running[check] else { return }
            state.running[check] = count > 1 ? count - 1 : nil
        }
    }

    /// Ends the process as a failure, where a run is not over.
    private static func fail() {
        let state = state.withLock { $0 }
        guard state.open > 0 else { return }
        let running = state.running.keys.map(\.id).sorted()
        let checks = running.isEmpty ? "between two checks" : "while \(running.joined(separator: ", ")) ran"
        let note = state.note?().map { " (\($0))" } ?? ""
        let message =
            "contracts: the code under test ended the process \(checks)\(note); this run has no result, and is no pass\n"
        // A failed write cannot be reported.
        _ = Array(message.visible(keepingLines: true).withoutPipelineCommands.utf8).withUnsafeBytes {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        leave(code)
    }

    /// Ends the process without running its exit handlers.
    private static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }
}
