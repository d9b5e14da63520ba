/// The headers that a response must have.
enum ResponseHeaderRule {
    static func compare(
        _ headers: [(key: String, pair: Pair)], _ subject: String, _ use: Use, _ comparison: inout ServiceComparison
    ) {
        for (name, header) in headers {
            let subject = "header '\(name)' of \(subject)"
            switch (header.old, header.new) {
            case (nil, .some):
                comparison.add(
                    .responseHeaderAdded, "\(subject) is new", client: .harmless, provider: .breaking, header)
            case (.some, nil):
                comparison.add(
                    .responseHeaderRemoved, "\(subject) is gone", client: .breaking, provider: .harmless, header)
            case (.some, .some):
                comparison.compareExpectation(
                    header, in: header, use: use, as: .responseHeaderChanged, "\(subject) changed",
                    literal: Variance.changed.impact(at: .response))
            case (nil, nil): break
            }
        }
    }
}
