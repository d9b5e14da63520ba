import ContractFormat
import JSONSchema

/// The request of an endpoint.
enum RequestComparison {
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
                let rules = RequestFieldComparison.Rules(
                    added: .queryAdded, removed: .queryRemoved, changed: .queryChanged)
                RequestFieldComparison.compare(part.members, "query parameter", rules, endpoint: endpoint, &comparison)
            case .headers:
                let rules = RequestFieldComparison.Rules(
                    added: .requestHeaderAdded, removed: .requestHeaderRemoved, changed: .requestHeaderChanged)
                RequestFieldComparison.compare(part.headers, "header", rules, endpoint: endpoint, &comparison)
            case .allowedHeaders: AllowedHeadersComparison.compare(part, endpoint: endpoint, &comparison)
            case .body, .bodySchema, .form: RequestBodyComparison.compare(key, part, in: pair, endpoint, &comparison)
            case .timeout: TimeoutComparison.compare(part, endpoint: endpoint, &comparison)
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

/// The names and values of a query, of headers or of a form.
enum RequestFieldComparison {
    struct Rules {
        let added: ComparisonRule
        let removed: ComparisonRule
        let changed: ComparisonRule
    }

    static func compare(
        _ fields: [(key: String, pair: Pair)], _ kind: String, _ rules: Rules, endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        for (name, field) in fields {
            let subject = "\(kind) '\(name)' of '\(endpoint)'"
            switch (field.old, field.new) {
            case (nil, .some):
                comparison.add(rules.added, "\(subject) is new", client: .breaking, provider: .risky, field)
            case (.some, nil):
                comparison.add(rules.removed, "\(subject) is gone", client: .breaking, provider: .risky, field)
            case (.some, .some):
                comparison.compareExpectation(
                    field, in: field, use: Use(owner: .endpoint(endpoint), position: .request), as: rules.changed,
                    "\(subject) changed", literal: Impact(client: .breaking, provider: .risky))
            case (nil, nil): break
            }
        }
    }
}

/// The body of a request: a literal, a schema or a form.
enum RequestBodyComparison {
    static func compare(
        _ key: ContractKeys.Request, _ part: Pair, in request: Pair, _ endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        guard part.old != nil, part.new != nil else {
            // Where a body of another kind stands in for it, that one is told.
            let others = ContractKeys.Request.bodies.filter { $0 != key }
            if part.new == nil, others.contains(where: { request.new?[$0] != nil }) { return }
            let kind = key == .form ? "a form" : "a JSON body"
            comparison.add(
                .requestBodyChanged,
                "the request of '\(endpoint)' \(part.new == nil ? "no longer sends" : "sends") \(kind)",
                client: .breaking, provider: .breaking, part)
            return
        }
        if key == .bodySchema {
            comparison.schemas.compare(
                part, in: request, use: Use(owner: .endpoint(endpoint), position: .request))
        } else if key == .form {
            let rules = RequestFieldComparison.Rules(
                added: .formFieldAdded, removed: .formFieldRemoved, changed: .formFieldChanged)
            RequestFieldComparison.compare(part.members, "form field", rules, endpoint: endpoint, &comparison)
        } else {
            compareLiteral(part, path: "", endpoint, &comparison)
        }
    }

    /// Tells each member of a literal body that differs, at its own place.
    private static func compareLiteral(
        _ part: Pair, path: String, _ endpoint: String, _ comparison: inout ServiceComparison
    ) {
        if part.isSame { return }
        if part.old?.value.objectValue != nil, part.new?.value.objectValue != nil {
            for (name, member) in part.members {
                compareLiteral(member, path: "\(path)/\(name)", endpoint, &comparison)
            }
            return
        }
        let what = part.old == nil ? "is new" : part.new == nil ? "is gone" : "changed"
        let subject = path.isEmpty ? "the body" : "'\(path)' in the body"
        comparison.add(
            .requestBodyChanged, "\(subject) of '\(endpoint)' \(what)", client: .breaking, provider: .breaking, part)
    }
}

/// Headers that a request builder may add.
enum AllowedHeadersComparison {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        func names(_ spot: Spot?) -> [(name: String, spot: Spot)] {
            (spot?.elements ?? []).map { ($0.value.stringValue?.lowercased() ?? "", $0) }
        }
        let (old, new) = (names(pair.old), names(pair.new))
        for (name, spot) in new where !old.contains(where: { $0.name == name }) {
            comparison.add(
                .loosenessAdded, "the builder of '\(endpoint)' may add the header \(spot.value) now", client: .risky,
                provider: .risky, Pair(old: nil, new: spot))
        }
        for (name, spot) in old where !new.contains(where: { $0.name == name }) {
            comparison.add(
                .loosenessRemoved, "the builder of '\(endpoint)' may not add the header \(spot.value) any more",
                client: .breaking, provider: .harmless, Pair(old: spot, new: nil))
        }
    }
}

/// After how many seconds a request gives up.
enum TimeoutComparison {
    static func compare(_ pair: Pair, endpoint: String, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let isShorter: Bool =
            switch (pair.old?.value.numberValue, pair.new?.value.numberValue) {
            case (_, nil): false
            case (nil, _): true
            case (let old?, let new?): new < old
            }
        comparison.add(
            .timeoutChanged, "the timeout of '\(endpoint)' changed", client: .risky,
            provider: isShorter ? .risky : .harmless, pair)
    }
}
