import CommandTestSupport
import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

struct ManualPageTests {
    private static let specs = CommandRunner.commands.map { $0.spec }

    @Test(arguments: specs.map(\.name))
    func describesEveryPartOfACommand(name: String) throws {
        let spec = try #require(Self.specs.first { $0.name == name })
        let page = HelpPages.page(of: spec).text(width: 80)
        let headings = page.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
        #expect(headings == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES"])
        #expect(page.hasPrefix("NAME\n    contracts \(name) - "))
        for option in spec.options { #expect(page.contains("\n    --\(option.name)")) }
        let examples = try #require(CommandArticle.sections[name]).examples
        for example in examples { #expect(example.contains("contracts \(name)")) }
    }

    @Test func describesNoOtherCommandsInTheArticle() {
        #expect(CommandArticle.sections.keys.sorted() == Self.specs.map(\.name).sorted())
    }

    /// Only a word that is longer than a line may exceed the width.
    @Test(arguments: [40, 60, 80])
    func fitsTheTerminalWidth(width: Int) {
        let pages =
            [HelpPages.overview] + Self.specs.map(HelpPages.page(of:)) + RuleList.all.map(HelpPages.page(of:))
        for page in pages {
            for line in page.text(width: width).split(separator: "\n") where line.count > width {
                // A quoted string is a single word, and an option stays on one line with its value.
                let words = line.replacingOccurrences(
                    of: #""[^"]*"|'[^']*'"#, with: "quoted", options: .regularExpression)
                #expect(words.split(separator: " ").count { $0 != "\\" && !$0.hasPrefix("--") } == 1, "\(line)")
            }
        }
    }

    @Test func wrapsWordsUnderTheirTerm() {
        let page = ManualPage(sections: [
            .init("ROWS", [.row("a", "one two three four five six seven"), .row("bcd", "eight")]),
            .init("EMPTY", []),
        ])
        #expect(
            page.text(width: 24) == "ROWS\n  a    one two three\n       four five six\n       seven\n  bcd  eight\n")
    }

    @Test func putsTheDescriptionBelowAWideTerm() {
        let page = ManualPage(sections: [.init("ROWS", [.row("a long term", "one"), .row("b", "two")])])
        #expect(page.text(width: 24) == "ROWS\n  a long term\n    one\n  b\n    two\n")
    }

    @Test func breaksACommandWithContinuations() {
        let page = ManualPage(sections: [.init("EXAMPLES", [.command("contracts verify --only 'a b/*' --jobs 2")])])
        #expect(
            page.text(width: 30)
                == "EXAMPLES\n  contracts verify \\\n      --only 'a b/*' --jobs 2\n")
    }

    @Test func showsHelpAndSuggestsTheNearestTopic() async throws {
        let overview = await Self.run("help")
        #expect(overview.code == .success)
        for spec in Self.specs { #expect(overview.out.contains("\n    \(spec.name) ")) }
        #expect(await Self.run("--help").out == overview.out)
        #expect(await Self.run("help", "verify").out == (await Self.run("verify", "--help")).out)
        #expect(await Self.run("help", "model.bridging").out.contains("\nREMEDY\n    Decode with JSONDecoder"))
        #expect(await Self.run("help", "rules").out.split(separator: "\n").count == RuleList.all.count)
        let wrong = await Self.run("help", "model.false-acept")
        #expect(wrong.code == .usage)
        #expect(
            wrong.err
                == "contracts: there is no command or rule 'model.false-acept'; did you mean 'model.false-accept'?\n")
    }

    static func run(_ words: String...) async -> CommandOutput {
        await .of(words, over: ContractSuite(contracts: Repository.root, recordings: Repository.root) {})
    }
}
