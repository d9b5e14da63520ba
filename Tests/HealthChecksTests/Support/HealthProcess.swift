import Foundation

/// A run of the real executable.
final class HealthProcess: Sendable {
    let process = Process()
    private let out = Pipe()
    private let err = Pipe()
    private let printed = Box((out: Data(), err: Data()))
    private let reading = DispatchGroup()

    /// Where the package's products are: beside the test bundle.
    private static let products: URL = {
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
        process.standardOutput = out
        process.standardError = err
        try process.run()
        let printed = printed
        for (handle, isOut) in [(out.fileHandleForReading, true), (err.fileHandleForReading, false)] {
            reading.enter()
            Thread.detachNewThread { [reading] in
                while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    printed.change { if isOut { $0.out += data } else { $0.err += data } }
                }
                reading.leave()
            }
        }
    }

    var outText: String { String(decoding: printed.value.out, as: UTF8.self) }
    var errText: String { String(decoding: printed.value.err, as: UTF8.self) }

    /// Waits until it has printed something to standard output, or has ended.
    func waitForOutput(_ text: String) { while process.isRunning, !outText.contains(text) { usleep(2_000) } }

    /// Waits for the end; the exit code, or the negative number of the signal.
    func wait() -> Int32 {
        process.waitUntilExit()
        reading.wait()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
