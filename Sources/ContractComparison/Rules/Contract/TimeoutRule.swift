/// After how many seconds a request gives up.
enum TimeoutRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let isShorter: Bool =
            switch (pair.old?.value.numberValue, pair.new?.value.numberValue) {
            case (_, nil): false
            case (nil, _): true
            case (let old?, let new?): new < old
            }
        comparison.add(
            .timeoutChanged, "the timeout of '\(endpoint)' changed", client: .risky,
            provider: isShorter ? .risky : .harmless, pair)
    }
}
