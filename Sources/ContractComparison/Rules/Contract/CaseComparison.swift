import ContractFormat
import JSONSchema

enum CaseComparison {
    static func compare(
        _ pair: Pair, _ renames: RequestRenames, endpoint: String, _ comparison: inout ServiceComparison
    ) {
        for (name, testCase) in pair.elements(by: ContractKeys.Case.name) {
            let subject = "case '\(name)' of '\(endpoint)'"
            switch (testCase.old, testCase.new) {
            case (nil, .some):
                comparison.add(.caseAdded, "\(subject) is new", client: .harmless, provider: .harmless, testCase)
            case (.some, nil):
                comparison.add(
                    .caseRemoved, "\(subject) is gone, and no longer tried", client: .risky, provider: .harmless,
                    testCase)
            case (.some, .some): compare(testCase, subject, renames, endpoint: endpoint, &comparison)
            case (nil, nil): break
            }
        }
    }

    private static func compare(
        _ pair: Pair, _ subject: String, _ renames: RequestRenames, endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Case.self) {
            switch key {
            case .name, .summary: break
            case .arguments, .health, .given, .steps:
                // New, removed and renamed arguments have findings of their own.
                if !(key == .arguments && !part.isOneSided ? renames.shared(part) : part).isSame {
                    let name = pair.new?[ContractKeys.Case.name]?.value.stringValue ?? ""
                    let message = "'\(key.rawValue)' of case '\(name)' of \(ChangeTheme.slot) changed"
                    comparison.add(
                        .caseChanged, of: "'\(endpoint)'", message, plural: message, client: .harmless,
                        provider: .harmless, part)
                }
            case .status, .response, .throws, .message, .returns:
                comparison.compareExpectation(
                    part, in: pair, use: Use(owner: .endpoint(endpoint), position: .outcome),
                    as: .caseExpectationChanged, "'\(key.rawValue)' of \(subject) changed",
                    literal: impact(of: part, key))
            }
        }
    }

    private static func impact(of part: Pair, _ key: ContractKeys.Case) -> Impact {
        switch key {
        case .status: Impact(client: .risky, provider: .breaking)
        case .response: Impact(client: .risky, provider: .risky)
        case .returns: ResponseComparison.variance(of: part).impact(at: .outcome)
        // Without `throws` the call must return.
        case .throws, .message, .name, .summary, .given, .arguments, .steps, .health:
            Impact(client: .breaking, provider: .harmless)
        }
    }
}

enum RejectComparison {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        for (name, reject) in pair.elements(by: ContractKeys.Reject.name) {
            let subject = "reject '\(name)' of '\(endpoint)'"
            switch (reject.old, reject.new) {
            case (nil, .some):
                comparison.add(.rejectAdded, "\(subject) is new", client: .breaking, provider: .harmless, reject)
            case (.some, nil):
                comparison.add(
                    .rejectRemoved, "\(subject) is gone, and no longer tried", client: .risky, provider: .harmless,
                    reject)
            case (.some, .some):
                for (key, part) in reject.members where !part.isSame {
                    comparison.add(
                        .rejectChanged, "'\(key)' of \(subject) changed", client: .breaking, provider: .harmless,
                        part)
                }
            case (nil, nil): break
            }
        }
    }
}

enum ScenarioComparison {
    static func compare(_ pair: Pair, _ comparison: inout ServiceComparison) {
        for (name, scenario) in pair.members {
            switch (scenario.old, scenario.new) {
            case (nil, .some):
                comparison.add(
                    .scenarioAdded, "scenario '\(name)' is new", client: .harmless, provider: .harmless, scenario)
            case (.some, nil):
                comparison.add(
                    .scenarioRemoved, "scenario '\(name)' is gone, and no longer tried", client: .risky,
                    provider: .harmless, scenario)
            case (let old?, let new?): compareSteps(steps(of: old), steps(of: new), name, &comparison)
            case (nil, nil): break
            }
        }
    }

    /// The steps of a scenario, which is a list of them or says more beside it.
    private static func steps(of scenario: Spot) -> [Spot] {
        (scenario[ContractKeys.Scenario.steps] ?? scenario).elements
    }

    private static func compareSteps(
        _ old: [Spot], _ new: [Spot], _ name: String, _ comparison: inout ServiceComparison
    ) {
        for index in 0..<max(old.count, new.count) {
            let step = Pair(old: index < old.count ? old[index] : nil, new: index < new.count ? new[index] : nil)
            guard !step.isSame else { continue }
            let what = step.old == nil ? "is new" : step.new == nil ? "is gone" : "changed"
            comparison.add(
                .scenarioChanged, "step \(index + 1) of scenario '\(name)' \(what)", client: .risky,
                provider: .risky, step)
        }
    }
}
