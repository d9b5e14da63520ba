import ContractFormat

extension ServiceComparison {
    mutating func compareCases(_ pair: ValuePair, _ renames: RequestRenames, of endpoint: String) {
        let cases = pair.elements(by: ContractKeys.Case.name)
        compareParts(cases, .testCase, " of '\(endpoint)'") { comparison, name, subject, testCase in
            for (key, part) in comparison.members(of: testCase, as: ContractKeys.Case.self) {
                switch key {
                case .name, .summary: break
                // New, removed and renamed arguments have their own findings.
                case .arguments where !part.isOneSided && renames.shared(part).isSame: break
                case .arguments, .health, .given, .steps:
                    if part.isSame { continue }
                    let message = "'\(key.rawValue)' of case '\(name)' of \(ChangeTheme.slot) changed"
                    comparison.add(.caseChanged, ChangeTheme(message, "'\(endpoint)'"), .harmless, part)
                case .status, .response, .throws, .message, .returns:
                    comparison.compareExpectation(
                        part, in: testCase, use: .endpoint(endpoint, .outcome), as: .caseExpectationChanged,
                        "'\(key.rawValue)' of \(subject) changed", literal: Self.impact(of: part, key))
                }
            }
        }
    }

    private static func impact(of part: ValuePair, _ key: ContractKeys.Case) -> Impact {
        switch key {
        case .status: Impact(client: .risky, provider: .breaking)
        case .response: .both(.risky)
        case .returns: Variance(ofConstraint: part).impact(at: .outcome)
        // Without `throws`, the call must return.
        case .throws, .message, .name, .summary, .given, .arguments, .steps, .health: .client(.breaking)
        }
    }

    mutating func compareRejects(_ pair: ValuePair, _ owner: String) {
        compareParts(pair.elements(by: ContractKeys.Reject.name), .reject, owner) { comparison, _, subject, reject in
            for (key, part) in reject.members {
                comparison.compare(part, as: .rejectChanged, "'\(key)' of \(subject) changed", .client(.breaking))
            }
        }
    }

    mutating func compareFaults(_ pair: ValuePair, _ owner: String) {
        compareParts(pair.members, .fault, owner) { comparison, _, subject, fault in
            comparison.compare(
                fault, as: .faultErrorChanged, "\(subject) ends with a different error", .client(.breaking))
        }
    }

    mutating func compareScenarios(_ pair: ValuePair) {
        compareParts(pair.members, .scenario) { comparison, _, subject, scenario in
            // A scenario is a list of steps, or an object that contains one.
            let steps = ValuePair(
                old: scenario.old?[ContractKeys.Scenario.steps] ?? scenario.old,
                new: scenario.new?[ContractKeys.Scenario.steps] ?? scenario.new)
            for (index, step) in steps.elements.enumerated() {
                comparison.compare(
                    step, as: .scenarioChanged, "step \(index + 1) of \(subject) \(step.verb)", .both(.risky))
            }
        }
    }
}
