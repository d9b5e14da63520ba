import Foundation
import Testing

/// A fenced code block of a document.
struct Snippet: Sendable, CustomTestStringConvertible {
    let document: String
    /// The line of the opening fence.
    let line: Int
    /// The language after the fence: `swift`, `json`, `console`, …
    let language: String
    /// The comment directly above the block, such as `json: endpoint`.
    let note: String?
    /// The file named directly above the block, as in "`Package.swift`:".
    let file: String?
    /// The enclosing `##` heading.
    let section: String
    let text: String

    var testDescription: String { "\(document):\(line)" }

    /// All documents for users that contain code blocks.
    static let documents =
        ["README.md", "CONTRIBUTING.md"]
        + Repository.files(below: "Sources", ".md").filter { $0.contains(".docc/") }

    static let all: [Snippet] = documents.flatMap { document in
        // An unreadable document has no blocks; the tests that count them fail.
        do { return snippets(of: try Repository.text(of: document), document) } catch { return [] }
    }

    static func all(_ language: String) -> [Snippet] { all.filter { $0.language == language } }

    static func snippets(of text: String, _ document: String) -> [Snippet] {
        var snippets: [Snippet] = []
        var section = ""
        var above = ""
        var open: (line: Int, language: String, above: String, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open {
                guard line == "```" else {
                    open?.lines.append(line)
                    continue
                }
                snippets.append(
                    Snippet(
                        document: document, line: block.line, language: block.language,
                        note: comment(block.above), file: namedFile(block.above), section: section,
                        text: block.lines.joined(separator: "\n") + "\n"))
                open = nil
                above = ""
            } else if line.hasPrefix("```") {
                open = (index + 1, String(line.dropFirst(3)), above, [])
            } else {
                if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
                if !line.isEmpty { above = String(line) }
            }
        }
        return snippets
    }

    private static func comment(_ line: String) -> String? {
        guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst(5).dropLast(4))
    }

    private static func namedFile(_ line: String) -> String? {
        guard line.hasSuffix("`:") else { return nil }
        return line.dropLast(2).split(separator: "`").last.map(String.init)
    }
}

/// A block of commands and their output.
struct ConsoleScript {
    struct Step {
        let command: String
        let output: [String]
    }

    let steps: [Step]

    init(steps: [Step]) { self.steps = steps }

    init(_ snippet: Snippet) {
        var steps: [(command: String, output: [String])] = []
        for line in snippet.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), []))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
        // An empty line before the next command is only a separator.
        self.steps = steps.map { command, output in
            Step(command: command, output: output.last == "" ? output.dropLast() : output)
        }
    }

    /// Runs the steps in one shell and returns the output of each. Unmerged standard error is returned as `errors`.
    func run(
        in folder: URL, environment: [String: String], merging: Bool = true
    ) async throws -> (printed: [String], errors: String) {
        let mark = "\u{1E}"
        let script = steps.map { "\($0.command)\nstatus=$?; printf '\(mark)'; (exit $status)\n" }.joined()
        let output = try await Shell.run(script, in: folder, environment: environment, merging: merging)
        let printed = output.text.split(separator: Character(mark), omittingEmptySubsequences: false)
        return (printed.prefix(steps.count).map(String.init), output.errors)
    }

    /// Returns a description of the first documented line that is missing, or `nil` if the output matches.
    ///
    /// A line `…` matches any lines, and `…` within a line matches any text. Durations and numbers of probes are
    /// ignored.
    static func difference(documented: [String], printed: String) -> String? {
        var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map { timeless(String($0)) }
        if lines.last == "" { lines.removeLast() }
        var rest = lines[...]
        var skips = false
        for line in documented.map(timeless) {
            if line == "…" {
                skips = true
                continue
            }
            guard let index = skips ? rest.firstIndex(where: { fits(line, $0) }) : rest.startIndex,
                index < rest.endIndex, fits(line, rest[index])
            else {
                return "documented: \(line)\nprinted:    \(rest.first ?? "nothing")\n\nall of it:\n\(printed)"
            }
            rest = rest[(index + 1)...]
            skips = false
        }
        guard !documented.isEmpty, !skips, let more = rest.first(where: { !$0.isEmpty }) else { return nil }
        return "not documented: \(more)\n\nall of it:\n\(printed)"
    }

    private static func timeless(_ line: String) -> String {
        line.replacingOccurrences(of: #"[0-9]+(\.[0-9]+)? s(econds)?\b"#, with: "0 s", options: .regularExpression)
            .replacingOccurrences(of: #"[0-9]+ (probes|more like it)"#, with: "0 $1", options: .regularExpression)
    }

    private static func fits(_ pattern: String, _ line: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == line }
        guard line.hasPrefix(first), line.hasSuffix(last) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= last.count
    }
}
