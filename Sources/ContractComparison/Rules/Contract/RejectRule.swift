import ContractFormat

/// Arguments that a request builder must refuse.
enum RejectRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        for (name, reject) in pair.elements(by: ContractKeys.Reject.name) {
            let subject = "reject '\(name)' of '\(endpoint)'"
            switch (reject.old, reject.new) {
            case (nil, .some):
                comparison.add(.rejectAdded, "\(subject) is new", client: .breaking, provider: .harmless, reject)
            case (.some, nil):
                comparison.add(
                    .rejectRemoved, "\(subject) is gone, and no longer tried", client: .risky, provider: .harmless,
                    reject)
            case (.some, .some):
                for (key, part) in reject.members where !part.isSame {
                    comparison.add(
                        .rejectChanged, "'\(key)' of \(subject) changed", client: .breaking, provider: .harmless,
                        part)
                }
            case (nil, nil): break
            }
        }
    }
}
