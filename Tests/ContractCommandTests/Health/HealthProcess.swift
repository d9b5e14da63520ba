import Foundation
import HealthTestSupport

/// A run of the built executable. It blocks no thread that other tests need.
final class HealthProcess: Sendable {
    let process = Process()
    private let printed = Box((out: Data(), err: Data()))
    private let ends: AsyncStream<Void>
    private let words: AsyncStream<Void>

    /// The directory of the package's products, next to the test bundle.
    static let products: URL = {
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }()

    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init(_ words: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Self.products.appendingPathComponent("contracts")
        process.arguments = ["health"] + words
        process.currentDirectoryURL = Self.package
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (printing, word) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        self.words = printing
        // Counts the process and its two streams, which all have to end.
        let left = Box(3)
        let part: @Sendable () -> Void = {
            let isLast = left.change { left in
                left -= 1
                return left == 0
            }
            if isLast {
                end.yield()
                word.finish()
            }
        }
        process.terminationHandler = { _ in part() }
        try process.run()
        for (handle, isOut) in [(out.fileHandleForReading, true), (err.fileHandleForReading, false)] {
            Thread.detachNewThread { [printed] in
                while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    printed.change { if isOut { $0.out += data } else { $0.err += data } }
                    word.yield()
                }
                part()
            }
        }
    }

    var outText: String { String(decoding: printed.value.out, as: UTF8.self) }
    var errText: String { String(decoding: printed.value.err, as: UTF8.self) }

    /// Waits until the process has printed the string to standard output, or has ended.
    func output(of text: String) async {
        if outText.contains(text) { return }
        for await _ in words where outText.contains(text) { return }
    }

    /// Waits for the process, and returns its exit code or the negative number of its signal.
    func end() async -> Int32 {
        for await _ in ends { break }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
