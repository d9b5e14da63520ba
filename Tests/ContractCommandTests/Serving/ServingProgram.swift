#if os(macOS) || os(Linux)
    import Foundation
    import RawHTTPClient
    import TestSupport
    import Testing

    /// A process of `contracts serve` that ends when this object is deallocated.
    final class ServingProgram {
        private let process = Process()
        private let folder: TemporaryFolder
        let port: Int

        /// Serves one of this target's contracts, without recordings.
        convenience init(_ service: String, options: [String] = []) async throws {
            let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            try await self.init(
                contracts: here.appendingPathComponent("Contracts"),
                recordings: here.appendingPathComponent("Recordings"), [service] + options)
        }

        init(contracts: URL, recordings: URL, _ words: [String]) async throws {
            folder = try TemporaryFolder()
            let output = try folder.write("", to: "out")
            let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
            process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
                .appendingPathComponent("contracts")
            process.arguments = ["serve", "--contracts", contracts.path, "--recordings", recordings.path] + words
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = process.standardOutput
            try process.run()
            var bound: Int?
            while bound == nil, process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
                let line = try folder.text(of: "out").split(separator: "\n").first { $0.hasPrefix("listening on ") }
                bound = line?.split(separator: ":").last.flatMap { Int($0) }
            }
            let printed = try folder.text(of: "out")
            port = try #require(bound, "\(printed)")
        }

        deinit {
            process.terminate()
            process.waitUntilExit()
        }

        /// Sends a request like an app that keeps its token.
        func ask(
            _ method: String, _ target: String, token: String? = nil, headers: [String] = [], body: String? = nil
        ) throws -> RawReply {
            try RawHTTPClient.ask(
                port, method, target,
                headers: headers + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
                    + (body != nil && !headers.contains { $0.hasPrefix("Content-Type") }
                        ? ["Content-Type: application/json"] : []),
                body: body)
        }
    }
#endif
