import Foundation
import TestSupport

enum Shell {
    struct Output {
        let code: Int32
        /// Standard output. If the streams are merged, also standard error, in the order of the writes.
        let text: String
        /// Standard error, unless the streams are merged.
        let errors: String
    }

    /// Variables that would affect a documented command.
    private static let removed = ["CI", "CONTRACT_MODE", "COLUMNS", "NO_COLOR", "TERM", "SWIFTPM_BUILD_DIR"]

    static func run(
        _ script: String, in folder: URL, shell: String = "bash", environment: [String: String] = [:],
        merging: Bool = true
    ) async throws -> Output {
        let scratch = try TemporaryFolder()
        let out = try FileHandle(forWritingTo: scratch.write("", to: "out"))
        let err = merging ? out : try FileHandle(forWritingTo: scratch.write("", to: "err"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [shell, "-c", script]
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment
            .filter { !removed.contains($0.key) && !$0.key.hasPrefix("CONTRACTS_") }
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = out
        process.standardError = err
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
        }
        func text(_ name: String) throws -> String {
            try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
        }
        return Output(
            code: process.terminationStatus, text: try text("out"), errors: merging ? "" : try text("err"))
    }

    static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}
