import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// The completion scripts, run by their shells: bash, and zsh and fish if installed.
struct CompletionTests {
    private let folder: TemporaryFolder

    /// Creates a program that responds only to `list`.
    init() throws {
        folder = try TemporaryFolder()
        let list = """
            #!/bin/sh
            [ "$1" = list ] && printf '%s\\n' elements/model/Element 'elements/response/elements/first hundred' \\
                elements/faults/elements/status:500 elements/faults/elements/status:503
            """
        try folder.write(list, to: "contracts", executable: true)
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("Recordings/elements"), withIntermediateDirectories: true)
        try folder.write("{}", to: "report.json")
    }

    private func script(_ shell: String) async throws -> String {
        let script = await ManualPageTests.run("completion", shell)
        #expect(script.code == .success)
        return try folder.write(script.out, to: "completion.\(shell)").path
    }

    @Test(arguments: ["bash", "zsh", "fish"].filter(Shell.has))
    func hasValidSyntaxInItsShell(shell: String) async throws {
        let script = try await script(shell)
        let output = try await Shell.run("\(shell) -n '\(script)'", in: folder.url)
        #expect(output.code == 0)
        #expect(output.text == "")
    }

    /// Returns the completions in bash. Readline splits words at '=' and ':'.
    private func completions(_ words: String...) async throws -> [String] {
        let script = try await script("bash")
        let quoted = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
        let output = try await Shell.run(
            """
            set -u
            source '\(script)'
            COMP_WORDS=(./contracts \(quoted)); COMP_CWORD=\(words.count)
            _contracts ./contracts
            printf '%s\\n' "${COMPREPLY[@]-}"
            """, in: folder.url)
        #expect(output.code == 0)
        return output.text.split(separator: "\n").map(String.init)
    }

    @Test func completesCommandsAndOptions() async throws {
        #expect(try await completions("ver") == ["verify"])
        #expect(try await completions("--v") == ["--version"])
        #expect(try await completions("verify", "--o") == ["--origin", "--only-missing", "--only"])
        #expect(try await completions("lint", "--mode") == [])
        #expect(try await completions("nonsense", "--") == [])
    }

    @Test func completesValues() async throws {
        #expect(try await completions("verify", "--mode", "") == ["replay", "record", "live"])
        #expect(try await completions("verify", "--mode", "=") == ["replay", "record", "live"])
        #expect(try await completions("verify", "--mode", "=", "re") == ["replay", "record"])
        #expect(try await completions("verify", "--report", "ju") == ["junit=", "junit-strict="])
        #expect(try await completions("verify", "--jobs", "") == [])
        #expect(try await completions("completion", "") == ["bash", "zsh", "fish"])
        #expect(try await completions("help", "model.w") == ["model.wrong-value"])
    }

    @Test func completesListedChecks() async throws {
        #expect(try await completions("explain", "elements/m") == ["elements/model/Element"])
        #expect(try await completions("explain", "elements/r") == ["elements/response/elements/first\\ hundred"])
        #expect(
            try await completions("verify", "--only", "'elements/r") == ["elements/response/elements/first hundred"])
        #expect(try await completions("explain", "elements/faults/elements/status", ":") == ["500", "503"])
        #expect(try await completions("explain", "elements/faults/elements/status", ":", "503") == ["503"])
    }

    @Test func completesFilesAndFolders() async throws {
        #expect(try await completions("validate", "rep") == ["report.json"])
        #expect(try await completions("import", "rep") == ["report.json"])
        #expect(try await completions("lint", "--recordings", "R") == ["Recordings"])
    }

    @Test func suggestsTheNearestShell() async {
        let wrong = await ManualPageTests.run("completion", "fishy")
        #expect(wrong.code == .usage)
        #expect(wrong.err == "contracts: there is no completion for 'fishy'; did you mean 'fish'?\n")
        let none = await ManualPageTests.run("completion")
        #expect(none.err == "contracts: 'contracts completion' takes a shell: bash, zsh, fish\n")
    }

    @Test(.enabled(if: Shell.has("fish")))
    func completesInFish() async throws {
        let script = try await script("fish")
        func completions(_ line: String) async throws -> Set<Substring> {
            let output = try await Shell.run(
                "source '\(script)'; complete -C '\(line)'", in: folder.url, shell: "fish",
                environment: ["PATH": "\(folder.url.path):/usr/bin:/bin", "HOME": folder.url.path])
            return Set(output.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } })
        }
        #expect(try await completions("contracts verify --mode ") == ["replay", "record", "live"])
        #expect(try await completions("contracts ver").contains("verify"))
        #expect(try await completions("contracts explain elements/m") == ["elements/model/Element"])
        #expect(try await completions("contracts lint --rec") == ["--recordings"])
    }
}
