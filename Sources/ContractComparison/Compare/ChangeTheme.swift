import JSONSchema

/// The shared part of similar changes, which are reported as one finding: forty new enum values are one change.
struct ChangeTheme: Sendable, Hashable {
    private static let shown = 20

    /// The placeholder for the item in a message. Contracts never contain it.
    static let slot = "\u{0}"

    /// The message with the placeholder instead of the item. It identifies the theme.
    let pattern: String
    let item: String
    let plural: String

    init(_ pattern: String, _ item: String, plural: String? = nil) {
        (self.pattern, self.item) = (pattern, item)
        self.plural = plural ?? pattern
    }

    init(_ noun: String, _ item: String, _ rest: String = "", is state: String) {
        self.init("\(noun) \(Self.slot)\(rest) is \(state)", item, plural: "\(noun)s \(Self.slot)\(rest) are \(state)")
    }

    var message: String { pattern.replacing(Self.slot, with: item, maxReplacements: 1) }

    /// Merges changes with the same theme and impact at the position of the first one.
    static func joined(_ results: [RatedChange]) -> [RatedChange] {
        struct Key: Hashable {
            let rule: ComparisonRule
            let impact: Impact
            let pattern: String?
            /// The index of a change without a theme, which is never merged.
            let index: Int?
        }
        let groups = results.enumerated().grouped { index, result in
            let pattern = result.change.theme?.pattern
            return Key(
                rule: result.change.rule, impact: result.impact, pattern: pattern, index: pattern == nil ? index : nil)
        }
        return groups.map { _, group in
            group.count == 1 ? group[0].element : joined(group.map(\.element), as: group[0].element.change)
        }
    }

    private static func joined(_ group: [RatedChange], as first: Change) -> RatedChange {
        let items = group.compactMap(\.change.theme?.item).distinct.truncated(to: shown).joined(separator: ", ")
        let message = first.theme?.plural.replacing(slot, with: items, maxReplacements: 1) ?? first.message
        let change = Change(
            first.rule, message, first.effect, first.pair, expected: first.pair.new == nil ? items : first.expected,
            found: first.pair.old == nil ? items : first.found)
        return RatedChange(
            change: change, impact: group[0].impact, reach: group.reduce(Reach()) { $0.merged(with: $1.reach) })
    }
}
