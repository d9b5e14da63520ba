import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand

/// Cleanup after a signal.
struct SignalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func removesStagedRecordingsOnASignal(_ number: Int32) async throws {
        let folder = try TemporaryFolder()
        let recordings = folder.url.appendingPathComponent("Recordings")
        try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
        let status: ExitTest.Condition = .signal(number)
        await #expect(processExitsWith: status) { [path = recordings.path as String, number = number as Int32] in
            let transaction = try RecordingStore(folder: URL(fileURLWithPath: path)).begin()
            let recording = Redaction().redacted(Recording(provenance: nil))
            _ = try transaction.stage(recording, at: "s/e.har")
            let cleanUp = SignalCleanUp { RecordingTransaction.abandonAll() }
            kill(getpid(), number)
            // If the signal is lost, the process exits with another status.
            for _ in 0..<1200 { try await Task.sleep(for: .milliseconds(50)) }
            withExtendedLifetime((transaction, cleanUp)) {}
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: recordings.path) == [])
    }

    @Test(arguments: [SIGINT, SIGTERM]) func handlesASignalThatArrivesBeforeTheWait(_ number: Int32) async throws {
        let status: ExitTest.Condition = .exitCode(7)
        await #expect(processExitsWith: status) { [number = number as Int32] in
            let interruption = Interruption()
            kill(getpid(), number)
            let wait = Task {
                await interruption.wait()
                exit(7)
            }
            for _ in 0..<1200 { try await Task.sleep(for: .milliseconds(50)) }
            wait.cancel()
        }
    }

    @Test func ignoresASignalWhenNothingIsLeftToCleanUp() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let cleanUp = SignalCleanUp { _exit(1) }
            cleanUp.cancel()
            let seen = Locked(false)
            let watch = SignalWatch([SIGTERM]) { _ in seen.withLock { $0 = true } }
            kill(getpid(), SIGTERM)
            for _ in 0..<1200 where !seen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(50)) }
            withExtendedLifetime(watch) {}
            exit(seen.withLock { $0 } ? 7 : 1)
        }
    }
}
