import JSONSchema

/// A binary body, by its first bytes and its least length.
enum ResponseBytesRule {
    static func compare(_ part: Pair, _ subject: String, _ comparison: inout ServiceComparison) {
        guard !part.isSame else { return }
        let variance: Variance =
            switch (part.old?.value, part.new?.value) {
            case (let old?, let new?):
                prefixVariance(old["prefix"], new["prefix"]).merged(
                    with: lengthVariance(old["minLength"], new["minLength"]))
            case (_, _): ResponseRule.variance(of: part)
            }
        for (key, member) in part.members where key != "prefix" && key != "minLength" {
            comparison.addUnknown(key, member)
        }
        guard variance != .same else { return }
        comparison.add(
            Change(
                .responseBodyChanged, "the bytes of \(subject) changed", .impact(variance.impact(at: .response)),
                old: part.old, new: part.new))
    }

    private static func prefixVariance(_ old: JSON?, _ new: JSON?) -> Variance {
        let (old, new) = ((old?.stringValue ?? "").lowercased(), (new?.stringValue ?? "").lowercased())
        if old == new { return .same }
        return new.hasPrefix(old) ? .narrowed : old.hasPrefix(new) ? .widened : .changed
    }

    private static func lengthVariance(_ old: JSON?, _ new: JSON?) -> Variance {
        let (old, new) = (old?.intValue ?? 0, new?.intValue ?? 0)
        return old == new ? .same : old < new ? .narrowed : .widened
    }
}
