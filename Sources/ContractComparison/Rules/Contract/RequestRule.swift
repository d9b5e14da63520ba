import ContractFormat
import JSONSchema

/// The request of an endpoint.
enum RequestRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        guard pair.old != nil, pair.new != nil else {
            // An endpoint with requests of its own became one that sends those of others, or the other way round.
            comparison.add(
                .usesChanged,
                "endpoint '\(endpoint)' \(pair.new == nil ? "sends no request of its own any more" : "sends a request of its own now")",
                client: .breaking, provider: .harmless, pair)
            return
        }
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Request.self) {
            switch key {
            case .method: literal(.methodChanged, "method", part, endpoint, &comparison)
            case .path: literal(.pathChanged, "path", part, endpoint, &comparison)
            case .query:
                let rules = RequestFieldRule.Rules(added: .queryAdded, removed: .queryRemoved, changed: .queryChanged)
                RequestFieldRule.compare(part.members, "query parameter", rules, endpoint: endpoint, &comparison)
            case .headers:
                let rules = RequestFieldRule.Rules(
                    added: .requestHeaderAdded, removed: .requestHeaderRemoved, changed: .requestHeaderChanged)
                RequestFieldRule.compare(part.headers, "header", rules, endpoint: endpoint, &comparison)
            case .allowedHeaders: AllowedHeadersRule.compare(part, endpoint: endpoint, &comparison)
            case .body, .bodySchema, .form: RequestBodyRule.compare(key, part, in: pair, endpoint, &comparison)
            case .timeout: TimeoutRule.compare(part, endpoint: endpoint, &comparison)
            }
        }
    }

    private static func literal(
        _ rule: ComparisonRule, _ name: String, _ pair: Pair, _ endpoint: String, _ comparison: inout ServiceComparison
    ) {
        guard !pair.isSame else { return }
        comparison.add(
            rule, "the \(name) of '\(endpoint)' changed", client: .breaking, provider: .breaking, pair)
    }
}
