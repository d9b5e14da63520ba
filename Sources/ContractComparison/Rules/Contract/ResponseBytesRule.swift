import ContractFormat
import JSONSchema

/// A binary body, by its first bytes and its least length.
enum ResponseBytesRule {
    private typealias Key = ContractKeys.Bytes

    static func compare(_ part: Pair, _ subject: String, _ comparison: inout ServiceComparison) {
        guard !part.isSame else { return }
        let variance: Variance =
            switch (part.old, part.new) {
            case (let old?, let new?):
                prefixVariance(old[Key.prefix], new[Key.prefix]).merged(
                    with: lengthVariance(old[Key.minLength], new[Key.minLength]))
            case (_, _): ResponseRule.variance(of: part)
            }
        _ = comparison.members(of: part, as: Key.self)
        guard variance != .same else { return }
        comparison.add(
            Change(
                .responseBodyChanged, "the bytes of \(subject) changed", .impact(variance.impact(at: .response)),
                old: part.old, new: part.new))
    }

    private static func prefixVariance(_ old: Spot?, _ new: Spot?) -> Variance {
        let (old, new) = ((old?.value.stringValue ?? "").lowercased(), (new?.value.stringValue ?? "").lowercased())
        if old == new { return .same }
        return new.hasPrefix(old) ? .narrowed : old.hasPrefix(new) ? .widened : .changed
    }

    private static func lengthVariance(_ old: Spot?, _ new: Spot?) -> Variance {
        let (old, new) = (old?.value.intValue ?? 0, new?.value.intValue ?? 0)
        return old == new ? .same : old < new ? .narrowed : .widened
    }
}
