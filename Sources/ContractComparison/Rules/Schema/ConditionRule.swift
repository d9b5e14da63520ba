import JSONSchema

/// `if`, `then` and `else`: what follows can be compared where the condition is the same.
enum ConditionRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { ["if", "then", "else"].contains(keyword) }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        let condition = pair["if"]
        let parts = [pair["then"], pair["else"]]
        if condition.isSame {
            // Without a condition nothing follows.
            guard condition.new != nil else { return }
            walk.descend(condition, around: pair, .either)
            for part in parts { walk.descend(part, around: pair) }
        } else {
            walk.add(
                .schema, "the condition of \(pair.subject) changed", .changed, isMild: true, in: pair,
                old: condition.old, new: condition.new)
        }
    }
}
