import ContractChecking
import JSONSchema

/// The common part of several changes, which are reported as one.
struct ChangeTheme: Sendable, Hashable {
    /// As many items as a message names.
    private static let shown = 20

    /// Stands in a message for the item; no text of a contract is it.
    static let slot = "\u{0}"

    /// The message of one of them, with the slot where the item stands; it tells themes apart.
    let pattern: String
    /// The differing part: a value, a name.
    let item: String
    /// The message of several of them, with the slot where the items stand.
    let plural: String

    /// The message of all: each item once, and how many more there are than are shown.
    static func message(of themes: [ChangeTheme]) -> String? {
        themes.first?.plural.replacing(slot, with: items(of: themes), maxReplacements: 1)
    }

    /// The items of all, each once.
    static func items(of themes: [ChangeTheme]) -> String {
        let items = themes.map(\.item).distinct
        let names = items.prefix(shown).joined(separator: ", ")
        return items.count > shown ? "\(names) and \(items.count - shown) more" : names
    }
}

/// Changes of one theme as one: a reader wants to know of forty new values of a list once.
enum ChangeGroups {
    private struct Key: Hashable {
        let rule: ComparisonRule
        let pattern: String
        let impact: Impact
    }

    /// The changes, those of one theme and of the same weight joined at the place of the first.
    static func joined(_ results: [SchemaComparison.Result]) -> [SchemaComparison.Result] {
        var groups: [Key: [SchemaComparison.Result]] = [:]
        var order: [(key: Key?, result: SchemaComparison.Result)] = []
        for result in results {
            guard let theme = result.change.theme else {
                order.append((nil, result))
                continue
            }
            let key = Key(rule: result.change.rule, pattern: theme.pattern, impact: result.impact)
            if groups[key] == nil { order.append((key, result)) }
            groups[key, default: []].append(result)
        }
        return order.map { key, result in key.flatMap { groups[$0] }.map(joined) ?? result }
    }

    private static func joined(_ group: [SchemaComparison.Result]) -> SchemaComparison.Result {
        let first = group[0]
        guard group.count > 1, let message = ChangeTheme.message(of: group.compactMap(\.change.theme)) else {
            return first
        }
        let items = ChangeTheme.items(of: group.compactMap(\.change.theme))
        let (old, new) = (first.change.old, first.change.new)
        let change = Change(
            first.change.rule, message, first.change.effect, old: old, new: new,
            expected: new == nil ? items : first.change.expected, found: old == nil ? items : first.change.found)
        return SchemaComparison.Result(
            change: change, impact: first.impact, reach: group.reduce(Reach()) { $0.merged(with: $1.reach) })
    }
}
