import JSONSchema

/// The common part of several changes, which are reported as one: a reader wants to know of forty new values of a list once.
struct ChangeTheme: Sendable, Hashable {
    private static let shown = 20

    /// Stands in a message for the item; no text of a contract is it.
    static let slot = "\u{0}"

    /// The message of one of them, with the slot where the item stands; it distinguishes themes.
    let pattern: String
    let item: String
    let plural: String

    init(_ pattern: String, _ item: String, plural: String? = nil) {
        self.pattern = pattern
        self.item = item
        self.plural = plural ?? pattern
    }

    /// `endpoint 'list' is new`, `endpoints 'list', 'get' are new`.
    init(_ noun: String, _ item: String, _ rest: String = "", is state: String) {
        self.init("\(noun) \(Self.slot)\(rest) is \(state)", item, plural: "\(noun)s \(Self.slot)\(rest) are \(state)")
    }

    var message: String { pattern.replacing(Self.slot, with: item, maxReplacements: 1) }

    /// The changes, those of one theme and of the same weight joined at the place of the first.
    static func joined(_ results: [WeighedChange]) -> [WeighedChange] {
        struct Key: Hashable {
            let rule: ComparisonRule
            let impact: Impact
            let pattern: String?
            /// The position of a change without a theme, which is joined with no other.
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

    private static func joined(_ group: [WeighedChange], as first: Change) -> WeighedChange {
        let all = group.compactMap(\.change.theme?.item).distinct
        let names = all.prefix(shown).joined(separator: ", ")
        let items = all.count > shown ? "\(names) and \(all.count - shown) more" : names
        let message = first.theme?.plural.replacing(slot, with: items, maxReplacements: 1) ?? first.message
        let change = Change(
            first.rule, message, first.effect, Pair(old: first.old, new: first.new),
            expected: first.new == nil ? items : first.expected, found: first.old == nil ? items : first.found)
        return WeighedChange(
            change: change, impact: group[0].impact, reach: group.reduce(Reach()) { $0.merged(with: $1.reach) })
    }
}
