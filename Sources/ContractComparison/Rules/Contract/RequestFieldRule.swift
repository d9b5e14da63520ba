import JSONSchema

/// The names and values of a query, of headers or of a form.
enum RequestFieldRule {
    struct Rules {
        let added: ComparisonRule
        let removed: ComparisonRule
        let changed: ComparisonRule
    }

    static func compare(
        _ fields: [(key: String, pair: Pair)], _ kind: String, _ rules: Rules, endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        for (name, field) in fields {
            let subject = "\(kind) '\(name)' of '\(endpoint)'"
            switch (field.old, field.new) {
            case (nil, .some):
                comparison.add(rules.added, "\(subject) is new", client: .breaking, provider: .risky, field)
            case (.some, nil):
                comparison.add(rules.removed, "\(subject) is gone", client: .breaking, provider: .risky, field)
            case (.some, .some):
                comparison.compareExpectation(
                    field, in: field, use: Use(owner: .endpoint(endpoint), position: .request), as: rules.changed,
                    "\(subject) changed", literal: Impact(client: .breaking, provider: .risky))
            case (nil, nil): break
            }
        }
    }
}
