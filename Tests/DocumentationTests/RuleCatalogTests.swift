import ContractChecking
import Foundation
import Testing

@testable import ContractCommand

/// The catalog of rules and the code that finds them broken name the same rules, and say the same of them.
struct RuleCatalogTests {
    private static let families = Set(RuleList.all.map { $0.rule.prefix { $0 != "." } })

    /// The sources that find something, without those that only explain.
    private static let sources = Repository.files(below: "Sources", ".swift").filter {
        !$0.contains("/RuleCatalog") && !$0.contains("/Help/")
    }

    /// Every literal of the shape of a rule.
    private static func rules(in files: [String]) throws -> Set<String> {
        let endings = ["json", "har", "html", "swift"]
        return try files.reduce(into: []) { rules, file in
            for literal in SwiftLiterals.all(in: try Repository.text(of: file)) {
                let words = literal.count == 1 ? literal[0].split(separator: ".", omittingEmptySubsequences: false) : []
                guard words.count == 2, families.contains(words[0]), !endings.contains(String(words[1])),
                    !words[1].isEmpty, words[1].allSatisfy({ $0.isLowercase || $0 == "-" })
                else { continue }
                rules.insert(literal[0])
            }
        }
    }

    @Test func explainsEveryRuleThatTheSourcesName() throws {
        let named = try Self.rules(in: Self.sources)
        #expect(named.count > 50)
        #expect(named.subtracting(RuleList.all.map(\.rule)).sorted() == [])
    }

    /// A rule for code that ends its process is made of the kind of its check.
    @Test func explainsNoRuleThatTheSourcesDoNotName() throws {
        let made = Check.Kind.allCases.flatMap { ["\($0.rawValue).trap", "\($0.rawValue).timeout"] }
        let named = try Self.rules(in: Self.sources).union(made)
        #expect(RuleList.all.map(\.rule).filter { !named.contains($0) } == [])
    }

    @Test func explainsEveryRuleOfThePlantedFaults() throws {
        let named = try Self.rules(in: Repository.files(below: "Tests/PlantedFaults", ".swift"))
        #expect(named.count > 20)
        #expect(named.subtracting(RuleList.all.map(\.rule)).sorted() == [])
    }

    /// A module's own list is joined to the others.
    @Test func joinsTheListsOfAllModules() throws {
        let joined = try Repository.text(of: "Sources/ContractCommand/Help/RuleList.swift")
        let lists = try Self.sources.filter { !$0.hasPrefix("Sources/ContractChecking/") }.filter {
            try Repository.text(of: $0).contains("static let explanations: [RuleExplanation]")
        }
        #expect(lists.count > 1)
        #expect(joined.split(separator: ".explanations").count - 1 == lists.count, "\(lists)")
    }

    @Test func explainsEachRuleOnceAndWhole() {
        #expect(Dictionary(grouping: RuleList.all, by: \.rule).filter { $1.count > 1 }.keys.sorted() == [])
        for rule in RuleList.all {
            #expect(rule.summary.hasSuffix("."), "\(rule.rule)")
            #expect([".", "?"].contains { rule.remedy.hasSuffix($0) }, "\(rule.rule)")
            #expect(!rule.example.isEmpty, "\(rule.rule)")
        }
    }

    /// A message in an example is one that the code makes.
    @Test func showsMessagesAsTheSourcesWriteThem() throws {
        let literals = try Set(Self.sources.flatMap { SwiftLiterals.all(in: try Repository.text(of: $0)) })
            .filter { $0.joined().count >= 6 }
        for rule in RuleCatalog.all {
            #expect(rule.example.contains("[\(rule.rule)]"), "\(rule.rule)")
            let line = rule.example.split(separator: "\n").first {
                ["error: ", "warning: "].contains(where: $0.hasPrefix)
            }
            let message = try #require(line?.drop { $0 != " " }.dropFirst(), "\(rule.rule) shows no message")
            #expect(
                literals.contains { Self.begins(String(message), with: $0) },
                "\(rule.rule): no source says '\(message)'")
        }
    }

    private static func begins(_ message: String, with parts: [String]) -> Bool {
        var rest = message[...]
        guard rest.hasPrefix(parts[0]) else { return false }
        rest = rest.dropFirst(parts[0].count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        // A literal that is hardly more than placeholders fits anything: it has to have made the whole line.
        return parts.joined().count >= 12 || parts.last == "" || rest.hasPrefix(" [")
    }

    /// The article is made of the catalog; `UPDATE_GOLDEN=1` writes it, to be read before it is committed.
    @Test func keepsTheArticleOfRulesUpToDate() throws {
        let path = "Sources/ContractTesting/ContractTesting.docc/FindingRules.md"
        let text = Self.article
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: Repository.root.appendingPathComponent(path))
        }
        #expect(
            try Repository.text(of: path) == text, "write it with UPDATE_GOLDEN=1 swift test --filter RuleCatalogTests")
    }

    private static var article: String {
        let intro = """
            # Finding rules

            What each rule of a finding asks for, what breaks it, and what to do.

            ## Overview

            The word in brackets behind a finding is its rule. `contracts help RULE` prints what stands here, and
            `contracts help rules` a line for each. Rules that end in `.trap` or `.timeout` are found on the command line,
            where code under test that traps or hangs ends only a worker process.


            """
        let entries = RuleList.all.map { rule in
            """
            ### \(rule.rule)

            \(rule.summary)

            ```text
            \(rule.example)
            ```

            \(rule.remedy)

            """
        }
        return intro + entries.joined(separator: "\n")
    }
}
