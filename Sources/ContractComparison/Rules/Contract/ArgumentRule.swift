/// Arguments that are new or gone; the schemas of the others are compared.
enum ArgumentRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        let contract = comparison.new.contract?.endpoints.first { $0.name == endpoint }
        for (name, argument) in pair.members {
            let subject = "argument '\(name)' of '\(endpoint)'"
            switch (argument.old, argument.new) {
            case (.some, .some):
                comparison.schemas.compare(
                    argument, in: argument, use: Use(owner: .endpoint(endpoint), position: .argument))
            case (nil, .some):
                let isOptional = contract?.argument(name)?.isOptional ?? false
                comparison.add(
                    .argumentAdded, "\(subject) is new\(isOptional ? ", and may be left out" : "")",
                    client: isOptional ? .harmless : .breaking, provider: .harmless, argument)
            case (.some, nil):
                comparison.add(
                    .argumentRemoved, "\(subject) is gone", client: .breaking, provider: .harmless, argument)
            case (nil, nil): break
            }
        }
    }
}
