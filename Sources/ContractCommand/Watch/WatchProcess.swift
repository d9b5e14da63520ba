import ContractFormat
import Foundation
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One run of a watch: a process of its own, so that each reads the files anew, and the executable as it was built last.
enum WatchProcess {
    /// Seconds that an interrupted run has to clean up.
    private static let grace = 3.0

    /// Runs the executable with these words; `nil` where it did not end by itself. Where the task is cancelled, it is
    /// interrupted.
    static func run(_ executable: URL, _ words: [String], environment: [String: String]) async throws -> ExitCode? {
        let process = Process()
        process.executableURL = executable
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let isOver = Locked(false)
        process.terminationHandler = { _ in
            isOver.withLock { $0 = true }
            continuation.finish()
        }
        do { try process.run() } catch {
            // A build may be replacing the executable just now; the next change tries again.
            throw CommandError("the run would not start: \(error.localizedDescription)", code: .notEvaluated)
        }
        let number = process.processIdentifier
        let ended = Task { for await _ in ends {} }
        await withTaskCancellationHandler {
            await ended.value
        } onCancel: {
            kill(number, SIGINT)
            Task {
                do { try await Task.sleep(for: .seconds(grace)) } catch { return }
                // The number of a process that is over may be another one's.
                if !isOver.withLock({ $0 }) { kill(number, SIGKILL) }
            }
        }
        guard process.terminationReason == .exit else { return nil }
        return ExitCode(rawValue: process.terminationStatus)
    }
}
