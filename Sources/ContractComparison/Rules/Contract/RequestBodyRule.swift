import ContractFormat
import JSONSchema

/// The body of a request: a literal, a schema or a form.
enum RequestBodyRule {
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
            let rules = RequestFieldRule.Rules(
                added: .formFieldAdded, removed: .formFieldRemoved, changed: .formFieldChanged)
            RequestFieldRule.compare(part.members, "form field", rules, endpoint: endpoint, &comparison)
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
