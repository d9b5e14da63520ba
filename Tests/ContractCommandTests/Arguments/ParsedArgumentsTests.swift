import Testing

@testable import ContractCommand

/// Parsing of command lines with the options of a command.
struct ParsedArgumentsTests {
    private static let options = [
        OptionSpec("only", "GLOB", repeats: true, ""), OptionSpec("jobs", "N", ""), OptionSpec("local", ""),
    ]
    private static let plain = CommandSpec("plain", "", options: options)
    private static let withOperands = CommandSpec("with", "", operands: "OLD NEW", options: options)

    @Test(arguments: [
        (["--only", "a", "b", "--local", "--only", "c"], ["a", "b", "c"], []),
        (["--only", "a", "-", "b"], ["a", "-", "b"], []),
        (["--only=a", "b"], ["a"], ["b"]),
        (["--only", "a", "--", "b", "--only"], ["a"], ["b", "--only"]),
        (["--jobs", "2", "b", "--only", "a"], ["a"], ["b"]),
        (["--local", "b"], [], ["b"]),
        // The first word after an option is its value, unless it is another option.
        (["--only", "--locals", "b"], ["--locals", "b"], []),
    ])
    func readsAllWordsUpToTheNextOptionAsValues(words: [String], values: [String], operands: [String]) throws {
        let arguments = try ParsedArguments(words, for: Self.plain)
        #expect(arguments.all("only") == values)
        #expect(arguments.operands == operands)
        #expect(arguments.words() == words)
    }

    @Test(arguments: ["--local", "--jobs=3"])
    func takesNoOtherOptionAsAValue(word: String) {
        let error = #expect(throws: CommandError.self) { try ParsedArguments(["--only", word], for: Self.plain) }
        #expect(error?.message == "'--only' needs a value: GLOB")
    }

    @Test func readsOneValuePerOptionIfTheCommandHasOperands() throws {
        for words in [["--only", "x", "A", "B"], ["A", "--only", "x", "B"], ["A", "B", "--only", "x"]] {
            let arguments = try ParsedArguments(words, for: Self.withOperands)
            #expect(arguments.all("only") == ["x"])
            #expect(arguments.operands == ["A", "B"])
        }
    }

    @Test func removesAnOptionWithAllItsValues() throws {
        let words = ["--jobs", "2", "--only", "a", "b", "--local", "--only=c", "--", "--only", "d"]
        let arguments = try ParsedArguments(words, for: Self.plain)
        #expect(arguments.words(without: ["only"]) == ["--jobs", "2", "--local", "--", "--only", "d"])
        #expect(arguments.words(without: ["jobs", "local"]) == ["--only", "a", "b", "--only=c", "--", "--only", "d"])
    }

    @Test func helpShowsWhichOptionsTakeSeveralValues() {
        #expect(HelpPages.page(of: Self.plain).text(width: 80).contains("    --only GLOB …\n"))
        let page = HelpPages.page(of: Self.withOperands).text(width: 80)
        #expect(page.contains("    --only GLOB\n"))
        #expect(page.contains("may be repeated"))
    }
}
