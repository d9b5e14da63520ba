/// What a client call must end in for each fault of the network.
enum FaultRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        for (name, fault) in pair.members {
            let subject = "fault '\(name)' of '\(endpoint)'"
            switch (fault.old, fault.new) {
            case (nil, .some):
                comparison.add(.faultAdded, "\(subject) is new", client: .risky, provider: .harmless, fault)
            case (.some, nil):
                comparison.add(
                    .faultRemoved, "\(subject) is gone, and no longer tried", client: .risky, provider: .harmless,
                    fault)
            case (.some, .some):
                if !fault.isSame {
                    comparison.add(
                        .faultErrorChanged, "\(subject) ends in another error", client: .breaking, provider: .harmless,
                        fault)
                }
            case (nil, nil): break
            }
        }
    }
}
