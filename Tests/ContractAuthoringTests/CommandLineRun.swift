import CommandTestSupport
import ContractCommand
import Foundation
import TestSupport

/// A command line without bindings, with its own folder.
struct CommandLineRun {
    let folder: TemporaryFolder

    init(copying contracts: URL? = nil) throws {
        folder = try TemporaryFolder()
        if let contracts, FileManager.default.fileExists(atPath: contracts.path) {
            try folder.copy(contracts, to: "Contracts")
        }
    }

    /// Runs a command and makes the paths in its output relative to the folder.
    func run(_ words: [String], input: String = "") async -> CommandOutput {
        let nowhere = URL(fileURLWithPath: "/nowhere")
        let folders = ["--contracts", folder.path("Contracts"), "--recordings", folder.path("Recordings")]
        let output = await CommandOutput.of(
            [words[0]] + folders + words.dropFirst(),
            over: ContractSuite(contracts: nowhere, recordings: nowhere) {}, input: input)
        return CommandOutput(code: output.code, out: relative(output.out), err: relative(output.err))
    }

    private func relative(_ text: String) -> String {
        text.split(separator: folder.url.path + "/", omittingEmptySubsequences: false).joined()
    }

    /// Returns the contents of a file, or `nil` if it does not exist.
    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: folder.path(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    var files: [String] { get throws { try folder.files } }
}
