/// Headers that a request builder may add.
enum AllowedHeadersRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        func names(_ spot: Spot?) -> [(name: String, spot: Spot)] {
            (spot?.elements ?? []).map { ($0.value.stringValue?.lowercased() ?? "", $0) }
        }
        let (old, new) = (names(pair.old), names(pair.new))
        for (name, spot) in new where !old.contains(where: { $0.name == name }) {
            comparison.add(
                .loosenessAdded, "the builder of '\(endpoint)' may add the header \(spot.value) now", client: .risky,
                provider: .risky, Pair(old: nil, new: spot))
        }
        for (name, spot) in old where !new.contains(where: { $0.name == name }) {
            comparison.add(
                .loosenessRemoved, "the builder of '\(endpoint)' may not add the header \(spot.value) any more",
                client: .breaking, provider: .harmless, Pair(old: spot, new: nil))
        }
    }
}
