import ExampleProvider
import Foundation
import TestSupport
import Testing

@testable import ContractHealth
@testable import contracts

#if os(Linux)
    /// A monitor's memory and descriptors after many rounds, compared with those after a few. `CONTRACT_SOAK_ROUNDS`
    /// sets the number of rounds (`make soak`: 10,000), `CONTRACT_SOAK_EXECUTABLE` the executable.
    @Suite(.serialized)
    struct HealthResourceTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let rounds = environment["CONTRACT_SOAK_ROUNDS"].flatMap { Int($0) } ?? 80
        private static let executable =
            environment["CONTRACT_SOAK_EXECUTABLE"].map { URL(fileURLWithPath: $0, relativeTo: HealthProcess.package) }
            ?? HealthProcess.products.appendingPathComponent("contracts")
        /// The number of samples at each end. Their minimum is what the monitor holds between rounds.
        private static let looks = 20

        @Test func holdsNoMoreTheLongerItRuns() async throws {
            let folder = try TemporaryFolder()
            let process = Process()
            process.executableURL = Self.executable
            process.currentDirectoryURL = HealthProcess.package
            process.standardInput = FileHandle.nullDevice
            let out = Pipe()
            process.standardOutput = out
            // One line per round: a file without a limit would itself be a leak, but the history is limited.
            process.arguments = [
                "health", "--local", "--only", "tarot-cards/card", "--every", "1ms", "--state",
                folder.path("state.json"), "--history", folder.path("history.jsonl"), "--history-size", "1",
                // By default, the interval between rounds is their deadline.
                "--round-deadline", "120",
            ]
            try process.run()
            defer { process.terminate() }
            let (number, handle) = (process.processIdentifier, out.fileHandleForReading)
            // Use a separate thread, so that the test threads are not blocked.
            let (before, after): (Held, Held) = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try Self.watch(number, handle.fileDescriptor) })
                }
            }
            print("after 20 rounds: \(before); after \(Self.rounds): \(after)")
            // The runtime opens a few descriptors for a thread that starts late. A leak would add one per round.
            #expect(after.descriptors <= before.descriptors + 6)
            #expect(after.threads <= before.threads + 2)
            #expect(after.megabytes <= before.megabytes + 24)
            #expect(
                try folder.files.filter { !$0.hasPrefix("history.jsonl") && !$0.hasSuffix(".tmp") }
                    == ["state.json", "state.json.lock"])
        }

        /// Measures the monitor after its first rounds and after its last ones.
        private static func watch(_ process: Int32, _ output: Int32) throws -> (Held, Held) {
            var lines = RoundLines(output)
            var first: Held?
            var last: Held?
            for round in 0..<rounds {
                let line = lines.next(containing: "1 endpoint: ")
                try #require(line?.contains("1 healthy") == true, "round \(round): \(line ?? "no line")")
                if round >= 20, round < 20 + looks { first = try Held(process).least(first) }
                if round >= rounds - looks { last = try Held(process).least(last) }
            }
            return (try #require(first), try #require(last))
        }

        /// The system resources of a process.
        private struct Held: CustomStringConvertible, Sendable {
            var descriptors: Int
            var threads: Int
            var megabytes: Int

            init(_ process: Int32) throws {
                descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
                threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count
                let status = String(
                    decoding: FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data(), as: UTF8.self)
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
                megabytes = try #require(Int(line.filter(\.isNumber))) / 1024
            }

            func least(_ other: Held?) -> Held {
                guard let other else { return self }
                var least = self
                least.descriptors = min(descriptors, other.descriptors)
                least.threads = min(threads, other.threads)
                least.megabytes = min(megabytes, other.megabytes)
                return least
            }

            var description: String { "\(descriptors) descriptors, \(threads) threads, \(megabytes) MiB" }
        }

        private struct RoundLines {
            private let descriptor: Int32
            private var buffer = ""

            init(_ descriptor: Int32) { self.descriptor = descriptor }

            /// Returns the next line that contains the string; `nil` at the end.
            mutating func next(containing text: String) -> Substring? {
                while true {
                    while let end = buffer.firstIndex(of: "\n") {
                        let line = buffer[..<end]
                        buffer = String(buffer[buffer.index(after: end)...])
                        if line.contains(text) { return line }
                    }
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    let count = read(descriptor, &bytes, bytes.count)
                    guard count > 0 else { return nil }
                    buffer += String(decoding: bytes[..<count], as: UTF8.self)
                }
            }
        }
    }
#endif
