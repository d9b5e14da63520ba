/// Where the service, or one endpoint of it, is.
enum OriginRule {
    static func compare(_ pair: Pair, endpoint: String? = nil, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let subject = endpoint.map { "endpoint '\($0)'" } ?? "the service"
        comparison.add(
            .originChanged, "\(subject) has another origin", client: .breaking, provider: .breaking, pair)
    }
}
