import ContractFormat

/// Endpoints that are new or gone, and what changed in those that stayed.
enum EndpointRule {
    static func compare(_ pair: Pair, _ comparison: inout ServiceComparison) {
        for (name, endpoint) in pair.members {
            switch (endpoint.old, endpoint.new) {
            case (.some, .some): compare(endpoint, name: name, &comparison)
            case (nil, .some):
                comparison.add(
                    .endpointAdded, "endpoint '\(name)' is new", client: .harmless, provider: .risky, endpoint)
            case (.some, nil):
                comparison.add(
                    .endpointRemoved, "endpoint '\(name)' is gone", client: .breaking, provider: .harmless, endpoint)
            case (nil, nil): break
            }
        }
    }

    private static func compare(_ pair: Pair, name: String, _ comparison: inout ServiceComparison) {
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Endpoint.self) {
            switch key {
            case .summary: break
            case .origin: OriginRule.compare(part, endpoint: name, &comparison)
            case .arguments: ArgumentRule.compare(part, endpoint: name, &comparison)
            case .request: RequestRule.compare(part, endpoint: name, &comparison)
            case .uses:
                if !part.isSame {
                    comparison.add(
                        .usesChanged, "endpoint '\(name)' sends the requests of other endpoints", client: .breaking,
                        provider: .harmless, part)
                }
            case .responses: ResponseRule.compare(part, endpoint: name, &comparison)
            case .cases: CaseRule.compare(part, endpoint: name, &comparison)
            case .rejects: RejectRule.compare(part, endpoint: name, &comparison)
            case .faults: FaultRule.compare(part, endpoint: name, &comparison)
            case .health: comparison.addUnweighed(key.rawValue, part)
            }
        }
    }
}
