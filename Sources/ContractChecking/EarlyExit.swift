import Foundation
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Fails the process if code under test ends it during a run, for example with `exit`.
///
/// Otherwise its findings would be lost, and an exit status of 0 would report success. `exit` and `quick_exit` are
/// detected. `_exit` and `exec` are not: only a supervisor process survives them.
package enum EarlyExit {
    package static let code: Int32 = 3

    private struct State: Sendable {
        /// The number of unfinished runs, including commands around runs.
        var open = 0
        var running: [Check] = []
        /// Describes the work of the current thread, if known.
        var note: (@Sendable () -> String?)?
    }

    private static let state = Locked(State())
    private static let isInstalled = Locked(false)

    /// Marks the beginning of a run. Until it ends, the process cannot exit successfully.
    package static func begin() {
        state.withLock { $0.open += 1 }
        guard isInstalled.setOnce() else { return }
        atexit { EarlyExit.fail() }
        #if !canImport(Darwin)
            at_quick_exit { EarlyExit.fail() }
        #endif
    }

    /// Marks the end of a run. The handler that it registers runs first, so that exit handlers of code under test
    /// cannot hide a failure.
    package static func end() {
        state.withLock { $0.open -= 1 }
        #if canImport(Glibc)
            on_exit({ status, _ in if status != 0 { EarlyExit.leave(status) } }, nil)
        #endif
    }

    /// Sets the function that describes the thread that ended the process.
    package static func note(_ note: @escaping @Sendable () -> String?) { state.withLock { $0.note = note } }

    static func begin(_ check: Check) { state.withLock { $0.running.append(check) } }

    static func end(_ check: Check) {
        state.withLock { state in
            if let index = state.running.firstIndex(of: check) { state.running.remove(at: index) }
        }
    }

    private static func fail() {
        let state = state.withLock { $0 }
        guard state.open > 0 else { return }
        let running = Set(state.running.map(\.id)).sorted()
        let checks = running.isEmpty ? "between two checks" : "while \(running.joined(separator: ", ")) ran"
        let note = state.note?().map { " (\($0))" } ?? ""
        let message =
            "contracts: the code under test ended the process \(checks)\(note); this run has no result and did not pass\n"
        writeToStandardError(message)
        leave(code)
    }

    package static func writeToStandardError(_ message: String) {
        // A failed write cannot be reported.
        _ = Array(message.visible(keepingLines: true).withoutPipelineCommands.utf8).withUnsafeBytes {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }

    private static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }
}
