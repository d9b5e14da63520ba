import JSONSchema

/// Calls in a row that share state.
enum ScenarioRule {
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
            case (let old?, let new?): compareSteps(old.elements, new.elements, name, &comparison)
            case (nil, nil): break
            }
        }
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
