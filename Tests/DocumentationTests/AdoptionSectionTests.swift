import Foundation
import Testing

/// The adoption article, executed in an empty folder: each file is written and each command is run, in order.
///
/// Only the path of the dependency is replaced by that of this checkout, so that the modules compiled by `make
/// adoption` can be reused.
struct AdoptionSectionTests {
    private static let article = "Sources/ContractTesting/ContractTesting.docc/AdoptInTenMinutes.md"
    private static let snippets = Snippet.all.filter { $0.document == article }
    private static let scratch = Repository.root.appendingPathComponent(".build")

    private func emptyFolder() throws -> URL {
        let folder = Self.scratch.appendingPathComponent("typed")
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func typed(_ snippet: Snippet) throws -> String {
        guard snippet.file == "Package.swift" else { return snippet.text }
        let documented = #".package(path: "../swift-contract-testing")"#
        try #require(snippet.text.contains(documented))
        return snippet.text.replacingOccurrences(
            of: documented,
            with: #".package(name: "swift-contract-testing", path: "\#(Repository.root.path)")"#)
    }

    /// Creates a `swift` wrapper that ignores the build folder's lock, which the outer `swift test` holds, and returns
    /// its folder.
    private func swift(in folder: URL) throws -> String {
        let bin = folder.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swift" }
        let swift = try #require(path.first { FileManager.default.isExecutableFile(atPath: $0) })
        let script = bin.appendingPathComponent("swift")
        try Data("#!/bin/sh\ncommand=$1; shift\nexec '\(swift)' \"$command\" --ignore-lock \"$@\"\n".utf8).write(
            to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        return bin.path
    }

    /// `make adoption` runs this test alone, because its build would slow down tests that wait for a process or a
    /// network.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["ADOPTION"] == "1", "run it with 'make adoption'"),
        .timeLimit(.minutes(10)))
    func runsAsDocumented() async throws {
        let folder = try emptyFolder()
        var verdicts: [Substring] = []
        for snippet in Self.snippets {
            if let file = snippet.file {
                let url = folder.appendingPathComponent(file)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(try typed(snippet).utf8).write(to: url)
                continue
            }
            try #require(snippet.language == "console", "\(snippet.testDescription) is neither a file nor commands")
            let script = ConsoleScript(snippet)
            // The existing modules were compiled with `CI` set or unset, so it stays so; the value "0" allows
            // recording. Build progress goes to standard error.
            let own = ProcessInfo.processInfo.environment
            let environment = own.filter { $0.key == "CI" }.mapValues { _ in "0" }.merging([
                "SWIFTPM_BUILD_DIR": Self.scratch.path, "PATH": "\(try swift(in: folder)):\(own["PATH"] ?? "")",
            ]) { $1 }
            let (printed, errors) = try await script.run(in: folder, environment: environment, merging: false)
            for (step, text) in zip(script.steps, printed) {
                let difference = ConsoleScript.difference(documented: step.output, printed: text)
                #expect(difference == nil, "$ \(step.command)\n\(difference ?? "")\n\(errors)")
                verdicts += text.split(separator: "\n").filter { $0.contains(" passed, ") && $0.contains("check") }
            }
        }
        // The first run records, the second passes and the third finds the planted fault.
        #expect(
            verdicts.map { $0.prefix { $0 != "(" } } == [
                "3 checks passed, 0 failed ", "5 checks passed, 0 failed ", "4 checks passed, 1 failed ",
            ])
    }

    @Test func staysShort() throws {
        #expect(try Repository.text(of: Self.article).split(separator: "\n").count < 140)
        #expect(try Repository.text(of: "README.md").split(separator: "\n").count < 100)
    }
}
