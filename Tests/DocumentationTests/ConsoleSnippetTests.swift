import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// The commands in the documents, and the output shown below them.
///
/// They run in a folder with this repository's contracts and recordings. A note `not run: …` gives the reason why a
/// command is not run; its arguments are still checked.
struct ConsoleSnippetTests {
    private static let snippets = Snippet.all("console").filter { !$0.section.hasPrefix("Adopt") }

    @Test func findsSnippets() { #expect(Self.snippets.count >= 6) }

    /// `sh` blocks are the examples of help pages.
    @Test(arguments: snippets + Snippet.all("sh"))
    func usesExistingCommandsAndOptions(snippet: Snippet) throws {
        let lines = snippet.text.split(separator: "\n").map(String.init)
        let commands = snippet.language == "sh" ? lines : ConsoleScript(snippet).steps.map(\.command)
        #expect(!commands.isEmpty)
        for command in commands {
            let words = try Self.words(of: try Self.resolved(command))
            guard let start = words.firstIndex(of: "contracts"), start + 1 < words.count else { continue }
            let spec = try #require(
                CommandRunner.commands.first { $0.spec.name == words[start + 1] }?.spec, "\(command)")
            let rest = words[(start + 2)...].prefix { !["|", ">", "-)", ")"].contains($0) }
            _ = try ParsedArguments(Array(rest), for: spec)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: snippets.filter { $0.note?.hasPrefix("not run: ") != true })
    func printsTheDocumentedOutput(snippet: Snippet) async throws {
        let folder = try TemporaryFolder()
        for name in ["Contracts", "Recordings"] {
            try FileManager.default.copyItem(
                at: Repository.root.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
        }
        let script = ConsoleScript(snippet)
        let steps = try script.steps.filter { !$0.command.hasPrefix("make test") }.map {
            ConsoleScript.Step(command: try Self.resolved($0.command), output: $0.output)
        }
        let path = "\(Repository.products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let printed = try await ConsoleScript(steps: steps).run(in: folder.url, environment: ["PATH": path]).printed
        try #require(printed.count == steps.count)
        for (step, text) in zip(steps, printed) {
            if let difference = ConsoleScript.difference(documented: step.output, printed: text) {
                Issue.record("\(snippet.testDescription): $ \(step.command)\n\(difference)")
            }
        }
    }

    /// Replaces Makefile targets and `swift run contracts` with commands that need no build.
    private static func resolved(_ command: String) throws -> String {
        if command.hasPrefix("swift run contracts ") { return String(command.dropFirst(10)) }
        guard command.hasPrefix("make ") else { return command }
        let target = command.dropFirst(5).prefix { $0 != " " }
        let lines = try Repository.text(of: "Makefile").split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("\(target):") }, "there is no target '\(target)'")
        let recipe = lines[(start + 1)...].prefix { $0.hasPrefix("\t") }.map { $0.dropFirst() }
        return recipe.joined(separator: "\n").replacingOccurrences(of: "$(CONTRACTS)", with: "contracts")
            .replacingOccurrences(of: "$(SWIFT)", with: "swift")
    }

    /// Splits a command line into words, without quotes and `#` comments.
    private static func words(of command: String) throws -> [String] {
        let line = command.split(separator: " #", maxSplits: 1).first ?? ""
        var words = [""]
        var quote: Character?
        for character in line {
            switch (character, quote) {
            case ("'", nil), ("\"", nil): quote = character
            case (let character, let open?) where character == open: quote = nil
            case (" ", nil), ("(", nil), (")", nil), ("<", nil): words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }
}
