import ContractFormat
import JSONSchema

/// The responses of an endpoint by status.
enum ResponseRule {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        for (key, response) in pair.members {
            let subject = "response \(key) of '\(endpoint)'"
            switch (response.old, response.new) {
            case (.some, .some): compare(response, subject, endpoint: endpoint, &comparison)
            case (nil, .some):
                comparison.add(.statusAdded, "\(subject) is new", client: .risky, provider: .harmless, response)
            case (.some, nil):
                // Code that handles a failure which does not come any more is merely not needed.
                comparison.add(
                    .statusRemoved, "\(subject) is gone", client: key.hasPrefix("2") ? .breaking : .harmless,
                    provider: .breaking, response)
            case (nil, nil): break
            }
        }
    }

    private static func compare(
        _ pair: Pair, _ subject: String, endpoint: String, _ comparison: inout ServiceComparison
    ) {
        let use = Use(owner: .endpoint(endpoint), position: .response)
        for (key, part) in comparison.members(of: pair, as: ContractKeys.Response.self) {
            switch key {
            case .summary: break
            case .content: bodyPart(.contentTypeChanged, "content type", part, subject, &comparison)
            case .charset: bodyPart(.charsetChanged, "charset", part, subject, &comparison)
            case .prefix: bodyPart(.prefixChanged, "prefix", part, subject, &comparison)
            case .headers: ResponseHeaderRule.compare(part.headers, subject, use, &comparison)
            case .schema: comparison.schemas.compare(part, in: pair, use: use)
            case .text:
                comparison.compareExpectation(
                    part, in: pair, use: use, as: .responseBodyChanged, "the text of \(subject) changed",
                    literal: variance(of: part).impact(at: .response))
            case .bytes: ResponseBytesRule.compare(part, subject, &comparison)
            case .models: ResponseModelRule.compare(part, subject, use, &comparison)
            }
        }
    }

    /// What was not said before is narrower now, what is not said any more wider.
    static func variance(of part: Pair) -> Variance {
        part.old == nil ? .narrowed : part.new == nil ? .widened : .changed
    }

    private static func bodyPart(
        _ rule: ComparisonRule, _ name: String, _ part: Pair, _ subject: String,
        _ comparison: inout ServiceComparison
    ) {
        guard !part.isSame else { return }
        // A missing prefix or charset means that there is none, a missing content type that it does not matter.
        let variance = rule == .contentTypeChanged ? variance(of: part) : .changed
        comparison.add(
            Change(
                rule, "the \(name) of \(subject) changed", .impact(variance.impact(at: .response)), old: part.old,
                new: part.new))
    }
}
