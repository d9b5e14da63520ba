import ContractHealth
import ContractReporting
import Foundation
import Testing

@testable import ContractCommand

/// Commands, options and report formats in the workflows and examples of `.github`.
struct OperatorExamplesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../.github").standardizedFileURL

    /// Files without `contracts` command lines, such as templates, images and the workflows of this package.
    private static let others = [
        "ISSUE_TEMPLATE/", "PULL_REQUEST_TEMPLATE.md", "CHANGELOG.md", "SECURITY.md", "workflows/platforms.yml",
        "workflows/release.yml", "report.png", "scores.png",
    ]

    private static let files: [URL] = {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            path.contains(".") && !others.contains { path.hasPrefix($0) }
        }.sorted().map(folder.appendingPathComponent)
    }()

    @Test func hasAnExampleForEverySystem() {
        let names = Set(Self.files.map(\.lastPathComponent))
        #expect(
            names == [
                "contracts.yml", "health.yml", "contracts-health.service", "contracts-health.timer",
                "contracts.crontab",
                "kubernetes-cronjob.yml", "kubernetes-indexed-job.yml", "gitlab-ci.yml", "action.yml",
            ])
    }

    @Test(arguments: files) func usesOnlyExistingCommandsAndOptions(_ file: URL) throws {
        let lines = try ExampleCommands(String(contentsOf: file, encoding: .utf8)).lines
        #expect(lines.isEmpty == (file.pathExtension == "timer"), "a file without a command shows nothing")
        for words in lines {
            let name = try #require(words.first)
            let command = try #require(CommandRunner.commands.first { $0.spec.name == name }, "\(words)")
            let arguments = try ParsedArguments(Array(words.dropFirst()), for: command.spec)
            #expect(!arguments.has("help"))
            #expect(arguments.operands.isEmpty || !command.spec.operands.isEmpty, "\(words)")
            if name == "health" {
                _ = try OutputDestination<HealthFormat>.all(parsing: arguments.all("report"))
            } else {
                _ = try ReportDestination.all(parsing: arguments.all("report"))
            }
        }
    }
}

/// The `contracts` command lines in a script, unit, crontab or manifest, each as the words after the executable.
struct ExampleCommands {
    private(set) var lines: [[String]] = []

    init(_ text: String) throws {
        // Joins continued lines. In a manifest, the elements of `args` follow those of `command`.
        let joined = text.replacing(/\\\n\s*/, with: "")
        var waiting: [String]?
        for line in joined.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if let words = waiting {
                if line.hasPrefix("- --") { waiting = words + [String(line.dropFirst(2))] }
                if line == "args:" || line.hasPrefix("- --") { continue }
                lines.append(words)
                waiting = nil
            }
            if let match = line.wholeMatch(of: /command: \["contracts", "([a-z-]+)"\]/) {
                waiting = [String(match.1)]
            } else if let start = line.firstMatch(
                of: /(?:^|[ \/=])contracts (?=(?:verify|health|merge|lint|record|diff|score) ?)/),
                !line.hasPrefix("#") || line.hasPrefix("#   ")
            {
                lines.append(Self.words(of: line[start.range.upperBound...]))
            }
        }
    }

    /// Splits the command into words like a shell, but keeps variables unchanged.
    private static func words(of text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        for character in text {
            switch character {
            case quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil:
                quote = character
                isWord = true
            case " " where quote == nil:
                if isWord { words.append(word) }
                word = ""
                isWord = false
            case "|" where quote == nil, ">" where quote == nil, "&" where quote == nil, ";" where quote == nil,
                ")" where quote == nil:
                return isWord ? words + [word] : words
            default:
                word.append(character)
                isWord = true
            }
        }
        return isWord ? words + [word] : words
    }
}

struct ExampleCommandsTests {
    @Test func splitsWordsLikeAShell() throws {
        let text = """
            # contracts verify --not --this
            run: swift run contracts verify \\
              --report "json=a b.json" > out.txt
            ExecStart=/opt/contracts/contracts health --notify 'mail "x" y' && contracts merge a
            command: ["contracts", "health"]
            args:
              - --state=/a
              - --jobs=2
            next: x
            """
        #expect(
            try ExampleCommands(text).lines == [
                ["verify", "--report", "json=a b.json"], ["health", "--notify", "mail \"x\" y"],
                ["health", "--state=/a", "--jobs=2"],
            ])
    }
}
