import EmbeddedTexts

/// The article `FindingRules`, which explains the rules of every module; the documentation shows the same file.
package enum RuleArticle {
    package static let text = String(cString: embedded_FindingRules_md())

    /// The explanations by the names of rules.
    static let explanations: [String: Rule.Explanation] = {
        let section = /\n### (\S+)\n\n(.+)\n\n```text\n((?s:.+?))\n```\n\n(.+)\n/
        let found = text.matches(of: section).map { match in
            (
                String(match.1),
                Rule.Explanation(summary: String(match.2), example: String(match.3), remedy: String(match.4))
            )
        }
        return Dictionary(found) { first, _ in first }
    }()
}
