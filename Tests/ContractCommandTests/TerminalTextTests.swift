import CommandTestSupport
import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand

/// The output for contracts, documents and arguments from untrusted sources.
struct TerminalTextTests {
    /// A name with every character that controls a terminal or a pipeline, or is invisible.
    private static let hostile =
        "a\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{200B}\u{FEFF}\u{E0041}\u{3164}\n::error file=x::b\n  ##[error]c ##vso[task.complete]d\u{7}"

    private static var quoted: String { JSON.string(hostile).text() }

    /// Returns the characters that would be interpreted or invisible in output.
    private static func acting(_ text: String) -> [String] {
        let scalars = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: scalar.value == 0x3164
            }
        }
        let lines = text.split(separator: "\n").filter { line in
            line.drop(while: \.isWhitespace).hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
        }
        return scalars.map { "U+" + String($0.value, radix: 16, uppercase: true) } + lines.map(String.init)
    }

    @Test func escapesInterpolatedTextOnly() {
        let text: TerminalText = "\u{1B}[1mone\u{1B}[0m\n\t\(Self.hostile)\n"
        #expect(
            text.text
                == "\u{1B}[1mone\u{1B}[0m\n\ta\\u{1B}[2J\\u{9B}31m\\u{202E}\\u{2066}\\u{200B}\\u{FEFF}\\u{E0041}\\u{3164}\\n"
                + "::error file=x::b\\n  #\\u{23}[error]c #\\u{23}vso[task.complete]d\\u{7}\n")
    }

    @Test func breaksALineThatAPipelineWouldInterpret() {
        let first = "::error::x"
        #expect(("\(first)\n" as TerminalText).text == "\\u{3A}:error::x\n")
        #expect(("  \(first)\n" as TerminalText).text == "  \\u{3A}:error::x\n")
        #expect(("note: \(first)\n" as TerminalText).text == "note: ::error::x\n")
        #expect(TerminalText.lines("a\n\u{A0}::set-output::\n").text == "a\n\u{A0}\\u{3A}:set-output::\n")
        #expect(
            TerminalText.lines("##[group] ##teamcity[x ###[y] ## [z]").text
                == "#\\u{23}[group] #\\u{23}teamcity[x ##\\u{23}[y] ## [z]")
        #expect(TerminalText.verbatim("::error::x\n").text == "::error::x\n")
    }

    @Test func keepsOrdinaryTextOfEveryScript() {
        for word in [
            "👩‍👩‍👧 🏳️‍🌈 👍🏽 1️⃣ ❤️", "Zürich, naïve, e\u{301}", "שלום", "مرحبا می‌خواهم", "हिन्दी क्‍ष", "日本 한글", "a :: b ## c",
        ] {
            #expect(("\(word)" as TerminalText).text == word)
            #expect(TerminalText.json(JSON.string(word).text()).text == JSON.string(word).text())
        }
        // A joiner without anything to join is invisible.
        let hidden = "pass\u{200D}word\u{200C}"
        #expect(("\(hidden)" as TerminalText).text == "pass\\u{200D}word\\u{200C}")
    }

    @Test func preservesTheJSONValue() throws {
        let json: JSON = ["a\u{202E}": .string(Self.hostile), "b": [1, "\u{E0041}\u{301}"]]
        for text in [json.text(.compact), json.text(.pretty)] {
            let printed = TerminalText.json(text).text
            #expect(try JSON(parsing: Array(printed.utf8)) == json)
            #expect(Self.acting(printed) == [])
        }
        #expect(TerminalText.json(#"["\#u{202E}##[x"]"#).text == #"["\u202e#\u0023[x"]"#)
    }

    /// A contract from a pull request, with every command that reads it.
    @Test func printsNoControlCharactersOfAContract() async throws {
        let folder = try TemporaryFolder()
        let contract = """
            { "service": "ping", "origin": "https://ping.example.com", \(Self.quoted): 1,
              "models": { \(Self.quoted): { "schema": { "type": "object", "properties": { \(Self.quoted): { "type": "string" } } } } },
              "endpoints": {
                \(Self.quoted): {
                  "request": { "method": "GET", "path": "/ping" },
                  "responses": { "200": { "schema": { "type": \(Self.quoted) } } },
                  "cases": [ { "name": \(Self.quoted), "status": 200 } ] } } }
            """
        try folder.write(contract, to: "Contracts/ping/contract.json")
        // The same contract without its faults, so that its names are listed.
        try folder.write(
            contract.replacing(", \(Self.quoted): 1,", with: ",").replacing(
                "{ \"type\": \(Self.quoted) }", with: "{}"), to: "Right/ping/contract.json")
        try folder.write(Self.quoted, to: "instance.json")
        try folder.write("{\"const\": \(Self.quoted)x}", to: "no.json")
        try folder.write("{\"properties\": {\(Self.quoted): {\"type\": 7}}}", to: "wrong.json")
        try folder.write("{\"const\": {\(Self.quoted): 1}}", to: "schema.json")
        try folder.write("{\"openapi\": \"3.0.0\", \"info\": {}, \"paths\": {\(Self.quoted): 1}}", to: "openapi.json")
        try folder.write("{\"log\": {\(Self.quoted): 1}}", to: "x.har")
        var printed = ""
        for words in [
            ["lint"], ["list"], ["verify"], ["verify", "--report", "github=-"], ["verify", "--report", "json=-"],
            ["list", "--format", "json"], ["list", "--only", Self.hostile],
            ["explain", "ping/request/\(Self.hostile)"], ["explain", "ping/contract"],
            ["compare", folder.path("Contracts"), folder.path("Right")],
            ["compare", folder.path("Right"), folder.path("Contracts")],
            ["against", folder.path("openapi.json")], ["import", folder.path("x.har"), "--service", Self.hostile],
            ["import", folder.path("openapi.json"), "--dry-run"], ["scaffold", "ping/\(Self.hostile)"],
            ["scaffold", "ping", "--client"], ["lint", "--map", "*"], ["pact", "export", "--consumer", Self.hostile],
            ["validate", folder.path("no.json"), folder.path("instance.json")],
            ["validate", folder.path("wrong.json"), folder.path("instance.json")],
            ["validate", folder.path("schema.json"), folder.path("instance.json")],
            ["validate", folder.path("schema.json"), folder.path("instance.json"), "--format", "json"],
            ["validate", Self.hostile, "-"], [Self.hostile], ["lint", "--\(Self.hostile)"], ["help", Self.hostile],
            ["init", Self.hostile], ["convert", folder.path("instance.json")], ["health", "--only", Self.hostile],
        ] {
            for contracts in ["Contracts", "Right"] {
                let takesFolders = !["validate", "help", "convert", Self.hostile].contains(words[0])
                let all = words + (takesFolders && words.count < 4 ? ["--contracts", folder.path(contracts)] : [])
                let output = await CommandOutput.of(
                    all,
                    over: ContractSuite(contracts: folder.url.appendingPathComponent(contracts), recordings: folder.url)
                    {})
                // Lines with the report's own commands belong to the pipeline. Their contents are data.
                let text = (output.out + output.err).split(separator: "\n", omittingEmptySubsequences: false)
                    .filter {
                        !words.contains("github=-")
                            || !$0.hasPrefix("::error file=") && !$0.hasPrefix("::notice ")
                                && !$0.hasPrefix("::error title=")
                    }
                    .joined(separator: "\n")
                #expect(Self.acting(text) == [], "\(words)")
                #expect(output.out + output.err != "", "\(words)")
                printed += text
            }
        }
        #expect(printed.contains(#"\u{202E}"#))
    }

    @Test func keepsItsOwnColorsScriptsAndLines() async throws {
        let fixture = try CommandFixture()
        let coloured = await fixture.run("verify", "--color", "always")
        #expect(coloured.out.contains("\u{1B}[32m✓\u{1B}[0m"))
        let script = await fixture.run("completion", "bash")
        #expect(script.out.contains("\n") && !script.out.contains("\\n\\n"))
        let made = await fixture.run("init", "shop")
        #expect(made.code == .success)
        #expect(made.out.contains("Bind it in your suite:\n\n"))
        #expect(!made.out.contains("\\n"))
    }
}
