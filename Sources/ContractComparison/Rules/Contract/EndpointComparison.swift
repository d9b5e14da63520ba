import ContractFormat

/// Endpoints that are new or gone, and what changed in those that stayed.
enum EndpointComparison {
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
            case .origin: OriginComparison.compare(part, endpoint: name, &comparison)
            case .arguments: ArgumentComparison.compare(part, endpoint: name, &comparison)
            case .request: RequestComparison.compare(part, endpoint: name, &comparison)
            case .uses:
                if !part.isSame {
                    comparison.add(
                        .usesChanged, "endpoint '\(name)' sends the requests of other endpoints", client: .breaking,
                        provider: .harmless, part)
                }
            case .responses: ResponseComparison.compare(part, endpoint: name, &comparison)
            case .cases: CaseComparison.compare(part, endpoint: name, &comparison)
            case .rejects: RejectComparison.compare(part, endpoint: name, &comparison)
            case .faults: FaultComparison.compare(part, endpoint: name, &comparison)
            case .health: comparison.addUnweighed(key.rawValue, part)
            }
        }
    }
}

/// Where the service, or one endpoint of it, is.
enum OriginComparison {
    static func compare(_ pair: Pair, endpoint: String? = nil, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let subject = endpoint.map { "endpoint '\($0)'" } ?? "the service"
        comparison.add(
            .originChanged, "\(subject) has another origin", client: .breaking, provider: .breaking, pair)
    }
}

/// Arguments that are new or gone; the schemas of the others are compared.
enum ArgumentComparison {
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

/// What a client call must end in for each fault of the network.
enum FaultComparison {
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
