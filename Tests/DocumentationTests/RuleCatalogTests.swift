import ContractChecking
import ContractHealth
import Foundation
import Testing

@testable import ContractCommand

/// The consistency of the rule catalog with the rules in the sources.
struct RuleCatalogTests {
    private static let families = Set(RuleList.all.map { $0.id.prefix { $0 != "." } })

    private static let fileEndings = ["json", "har", "html", "swift"]

    /// Returns every literal that has the form of a rule.
    private static func rules(in files: [String]) throws -> Set<String> {
        try files.reduce(into: []) { rules, file in
            for literal in SwiftLiterals.all(in: try Repository.text(of: file)) {
                let words = literal.count == 1 ? literal[0].split(separator: ".", omittingEmptySubsequences: false) : []
                guard words.count == 2, families.contains(words[0]), !fileEndings.contains(String(words[1])),
                    !words[1].isEmpty, words[1].allSatisfy({ $0.isLowercase || $0 == "-" })
                else { continue }
                rules.insert(literal[0])
            }
        }
    }

    /// Returns the name and file of each enum of rules.
    private static func enums() throws -> [(name: String, file: String)] {
        try Repository.files(below: "Sources", ".swift").flatMap { file in
            try Repository.text(of: file).matches(of: /enum (\w+): String, RuleFamily/).map { (String($0.1), file) }
        }
    }

    /// Returns the sources that report findings, without those that define rules.
    private static func sources() throws -> [String] {
        let naming = try Set(enums().map(\.file))
        return Repository.files(below: "Sources", ".swift").filter { !naming.contains($0) && !$0.contains("/Help/") }
    }

    @Test func namesRulesOnlyInTheirEnums() throws {
        #expect(try Self.rules(in: Self.sources()) == [])
    }

    @Test func findsEveryRuleInTheSources() throws {
        let text = try Self.sources().map { try Repository.text(of: $0) }.joined()
        let families: [any RuleFamily.Type] = [
            ContractRule.self, RequestRule.self, ResponseRule.self, ModelRule.self, ClientRule.self, RejectsRule.self,
            FaultsRule.self, ScenarioRule.self, RecordedRule.self, ReplayRule.self, RecordRule.self, HealthRule.self,
        ]
        for family in families {
            for rule in family.allCases { #expect(text.contains("\(family).\(rule)"), "\(family).\(rule)") }
        }
    }

    @Test func explainsEveryRuleOfThePlantedFaults() throws {
        let named = try Self.rules(in: Repository.files(below: "Tests/PlantedFaults", ".swift"))
        #expect(named.count > 20)
        #expect(named.subtracting(RuleList.all.map(\.id)).sorted() == [])
    }

    @Test func listsEveryEnumOfRules() throws {
        let listed = try ["Command/Help/RuleList", "Checking/Findings/Rule"].map {
            try Repository.text(of: "Sources/Contract\($0).swift")
        }.joined()
        let enums = try Self.enums()
        #expect(enums.count > 12)
        for family in enums {
            #expect(listed.contains("\(family.name).self") || listed.contains("\(family.name).rules"), "\(family)")
        }
    }

    @Test func explainsEachRuleOnceAndCompletely() {
        #expect(Dictionary(grouping: RuleList.all, by: \.id).filter { $1.count > 1 }.keys.sorted() == [])
        for rule in RuleList.all {
            #expect(rule.explanation.summary.hasSuffix("."), "\(rule.id)")
            #expect([".", "?"].contains { rule.explanation.remedy.hasSuffix($0) }, "\(rule.id)")
            #expect(!rule.explanation.example.isEmpty, "\(rule.id)")
        }
    }

    @Test func showsMessagesOfTheSources() throws {
        let literals = try Set(Self.sources().flatMap { SwiftLiterals.all(in: try Repository.text(of: $0)) })
            .filter { $0.joined().count >= 6 }
        for rule in RuleCatalog.all {
            #expect(rule.explanation.example.contains("[\(rule.id)]"), "\(rule.id)")
            let line = rule.explanation.example.split(separator: "\n").first {
                ["error: ", "warning: ", "info: "].contains(where: $0.hasPrefix)
            }
            let message = try #require(line?.drop { $0 != " " }.dropFirst(), "\(rule.id) shows no message")
            #expect(
                literals.contains { Self.begins(String(message), with: $0) },
                "\(rule.id): no source says '\(message)'")
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
        // A literal that is mostly placeholders matches anything, so it must match the whole line.
        return parts.joined().count >= 12 || parts.last == "" || rest.hasPrefix(" [")
    }

    /// Checks that sections and rules correspond, and that each section is parsed completely.
    @Test func hasASectionForEachRuleInOrder() {
        let written = RuleArticle.text.components(separatedBy: "\n### ").dropFirst()
        let read = RuleList.all.map { rule in
            """
            \(rule.id)

            \(rule.explanation.summary)

            ```text
            \(rule.explanation.example)
            ```

            \(rule.explanation.remedy)

            """
        }
        #expect(written.map { String($0.prefix { $0 != "\n" }) } == RuleList.all.map(\.id))
        #expect(Set(written).symmetricDifference(read).sorted() == [])
    }

    @Test func namesOnlyExistingRulesInTheArticle() {
        let words = RuleArticle.text.matches(of: /([a-z]+)\.([a-z-]+)(?![A-Za-z-])/).filter { word in
            Self.families.contains(word.1) && !Self.fileEndings.contains(String(word.2))
        }
        let named = Set(words.map { String($0.0) })
        #expect(named.count > 150)
        #expect(named.subtracting(RuleList.all.map(\.id)).sorted() == [])
    }

    @Test func hasNoExplanationForARuleWithoutASection() {
        enum OtherRule: String, RuleFamily { case unknown = "other.unknown" }
        let explanation = Rule(OtherRule.unknown).explanation
        #expect(explanation.summary + explanation.example + explanation.remedy == "")
    }
}
