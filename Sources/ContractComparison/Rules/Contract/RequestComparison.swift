import ContractFormat
import HTTPRecording
import JSONSchema

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
            case .path: comparePaths(part, endpoint, &comparison)
            case .query:
                let rules = RequestFieldComparison.Rules(
                    added: .queryAdded, removed: .queryRemoved, changed: .queryChanged)
                RequestFieldComparison.compare(part.members, "query parameter", rules, endpoint: endpoint, &comparison)
            case .headers:
                let rules = RequestFieldComparison.Rules(
                    added: .requestHeaderAdded, removed: .requestHeaderRemoved, changed: .requestHeaderChanged)
                RequestFieldComparison.compare(part.headers, "header", rules, endpoint: endpoint, &comparison)
            case .allowedHeaders: AllowedHeadersComparison.compare(part, endpoint: endpoint, &comparison)
            case .body, .bodySchema, .form, .text, .bytes, .xml, .multipart, .graphql:
                RequestBodyComparison.compare(key, part, in: pair, endpoint, &comparison)
            case .timeout: TimeoutComparison.compare(part, endpoint: endpoint, &comparison)
            }
        }
    }

    private static func comparePaths(_ pair: Pair, _ endpoint: String, _ comparison: inout ServiceComparison) {
        guard !pair.isSame else { return }
        let (old, new) = (pair.old?.value.stringValue ?? "", pair.new?.value.stringValue ?? "")
        guard let (before, after) = PathShape.prefixes(PathShape(old), PathShape(new)) else {
            return literal(.pathChanged, "path", pair, endpoint, &comparison)
        }
        comparison.add(
            Change(
                .pathChanged, "the path of '\(endpoint)' changed", client: .breaking, provider: .breaking, pair,
                theme: ChangeTheme(
                    pattern: "\(before) \(after)", item: "'\(endpoint)'",
                    plural: "the paths of \(ChangeTheme.slot) begin with '\(after)' instead of '\(before)'")))
    }

    private static func literal(
        _ rule: ComparisonRule, _ name: String, _ pair: Pair, _ endpoint: String, _ comparison: inout ServiceComparison
    ) {
        guard !pair.isSame else { return }
        comparison.add(
            rule, "the \(name) of '\(endpoint)' changed", client: .breaking, provider: .breaking, pair)
    }
}

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
            case (nil, let new?):
                if comparison.mayBeLeftOut(new, endpoint) {
                    comparison.add(
                        rules.added, of: "'\(name)'",
                        "\(kind) \(ChangeTheme.slot) of '\(endpoint)' is new, and may be left out",
                        plural: "\(kind)s \(ChangeTheme.slot) of '\(endpoint)' are new, and may be left out",
                        client: .harmless,
                        provider: .harmless, field)
                } else {
                    comparison.add(
                        rules.added, of: "'\(name)'", "\(kind) \(ChangeTheme.slot) of '\(endpoint)' is new",
                        plural: "\(kind)s \(ChangeTheme.slot) of '\(endpoint)' are new", client: .breaking,
                        provider: .risky, field)
                }
            case (.some, nil):
                comparison.add(
                    rules.removed, of: "'\(name)'", "\(kind) \(ChangeTheme.slot) of '\(endpoint)' is gone",
                    plural: "\(kind)s \(ChangeTheme.slot) of '\(endpoint)' are gone", client: .breaking,
                    provider: .risky, field)
            // A list or an object with a style is no schema.
            case (let old?, let new?) where isStyled(old) || isStyled(new):
                if !field.isSame {
                    comparison.add(rules.changed, "\(subject) changed", client: .breaking, provider: .risky, field)
                }
            case (.some, .some):
                comparison.compareExpectation(
                    field, in: field, use: Use(owner: .endpoint(endpoint), position: .request), as: rules.changed,
                    "\(subject) changed", literal: Impact(client: .breaking, provider: .risky))
            case (nil, nil): break
            }
        }
    }

    private static func isStyled(_ spot: Spot) -> Bool {
        spot.value[ContractKeys.Styled.value] != nil || spot.value[ContractKeys.Styled.style] != nil
    }
}

enum RequestBodyComparison {
    static func compare(
        _ key: ContractKeys.Request, _ part: Pair, in request: Pair, _ endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        guard part.old != nil, part.new != nil else {
            // A body of another kind that replaces this one has a finding of its own.
            let others = ContractKeys.Request.bodies.filter { $0 != key }
            if part.new == nil, others.contains(where: { request.new?[$0] != nil }) { return }
            let kind = name(of: key)
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
        } else if key == .text {
            comparison.compareExpectation(
                part, in: part, use: Use(owner: .endpoint(endpoint), position: .request), as: .requestBodyChanged,
                "the text that '\(endpoint)' sends changed", literal: Impact(client: .breaking, provider: .risky))
        } else if key == .multipart {
            let rules = RequestFieldComparison.Rules(
                added: .formFieldAdded, removed: .formFieldRemoved, changed: .formFieldChanged)
            for (name, member) in part.members { compare(name, member, rules, endpoint, &comparison) }
        } else if key == .xml {
            compareXML(part, endpoint, &comparison)
        } else if key == .graphql {
            compareGraphQL(part, endpoint, &comparison)
        } else {
            compareLiteral(part, path: "", endpoint, &comparison)
        }
    }

    private static func name(of key: ContractKeys.Request) -> String {
        switch key {
        case .form: "a form"
        case .text: "a text"
        case .bytes: "bytes"
        case .xml: "XML"
        case .multipart: "a multipart body"
        case .graphql: "a GraphQL request"
        case .method, .path, .query, .headers, .allowedHeaders, .body, .bodySchema, .timeout: "a JSON body"
        }
    }

    /// Compares one part of a multipart body; what it holds by a schema is compared as schemas are.
    private static func compare(
        _ name: String, _ part: Pair, _ rules: RequestFieldComparison.Rules, _ endpoint: String,
        _ comparison: inout ServiceComparison
    ) {
        guard let old = part.old, let new = part.new else {
            return RequestFieldComparison.compare([(name, part)], "part", rules, endpoint: endpoint, &comparison)
        }
        let key = ContractKeys.Part.schema
        guard old.value[key] != nil, new.value[key] != nil else {
            if !part.isSame {
                comparison.add(
                    rules.changed, "part '\(name)' of '\(endpoint)' changed", client: .breaking, provider: .risky, part)
            }
            return
        }
        for (member, pair) in comparison.members(of: part, as: ContractKeys.Part.self) {
            if member == .schema {
                comparison.schemas.compare(pair, in: part, use: Use(owner: .endpoint(endpoint), position: .request))
            } else if !pair.isSame {
                comparison.add(
                    rules.changed, "'\(member.rawValue)' of part '\(name)' of '\(endpoint)' changed",
                    client: .breaking, provider: .risky, pair)
            }
        }
    }

    /// Tells each element and attribute that differs; what only is written otherwise is the same.
    private static func compareXML(_ part: Pair, _ endpoint: String, _ comparison: inout ServiceComparison) {
        guard let old = part.old, let new = part.new, let (before, after) = trees(part) else {
            return compareLiteral(part, path: "", endpoint, &comparison)
        }
        for difference in XMLBodyDifference.all(from: before, to: after) {
            let isOptional =
                difference.old == nil
                && difference.text.map { comparison.mayBeLeftOut(new.at([], .string($0)), endpoint) } ?? false
            tell(
                difference.path, isNew: difference.old == nil, isGone: difference.new == nil, isOptional: isOptional,
                old: old, new: new, (difference.old ?? "nothing", difference.new ?? "nothing"), endpoint, &comparison)
        }
    }

    private static func trees(_ part: Pair) -> (XMLTree, XMLTree)? {
        guard let old = part.old?.value.stringValue, let new = part.new?.value.stringValue else { return nil }
        do { return (try XMLTree(parsing: old), try XMLTree(parsing: new)) } catch { return nil }
    }

    private static func compareGraphQL(_ part: Pair, _ endpoint: String, _ comparison: inout ServiceComparison) {
        for (key, member) in comparison.members(of: part, as: ContractKeys.GraphQL.self) {
            if key == .document, let old = document(member.old, in: comparison.old),
                let new = document(member.new, in: comparison.new)
            {
                guard let difference = old.difference(from: new) else { continue }
                tell(
                    "/\(key.rawValue)", old: member.old, new: member.new, (difference.own, difference.other), endpoint,
                    &comparison)
            } else {
                compareLiteral(member, path: "/\(key.rawValue)", endpoint, &comparison)
            }
        }
    }

    /// The document of a GraphQL request, which may stand in a file of its own; `nil` where it is none.
    private static func document(_ spot: Spot?, in side: ServiceSide) -> GraphQLDocument? {
        guard let spot else { return nil }
        if let text = spot.value.stringValue {
            do { return try GraphQLDocument(parsing: text) } catch { return nil }
        }
        let name = spot.location.pointer.tokens.dropFirst().first
        guard case .graphql(let graphql)? = side.contract?.endpoints.first(where: { $0.name == name })?.request?.body
        else { return nil }
        return graphql.document
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
        guard !path.isEmpty else {
            let what = part.old == nil ? "is new" : part.new == nil ? "is gone" : "changed"
            return comparison.add(
                .requestBodyChanged, "the body of '\(endpoint)' \(what)", client: .breaking, provider: .breaking, part)
        }
        let isOptional = part.old == nil && part.new.map { comparison.mayBeLeftOut($0, endpoint) } ?? false
        tell(
            path, isNew: part.old == nil, isGone: part.new == nil, isOptional: isOptional, old: part.old, new: part.new,
            nil, endpoint, &comparison)
    }

    /// Tells a change of one place in a body, which is read as one with others of its kind.
    private static func tell(
        _ path: String, isNew: Bool = false, isGone: Bool = false, isOptional: Bool = false, old: Spot?, new: Spot?,
        _ values: (expected: String, found: String)?, _ endpoint: String, _ comparison: inout ServiceComparison
    ) {
        let (one, many) =
            isNew
            ? isOptional ? ("is new, and may be left out", "are new, and may be left out") : ("is new", "are new")
            : isGone ? ("is gone", "are gone") : ("changed", "changed")
        let weight: Weight = isOptional ? .harmless : .breaking
        comparison.add(
            Change(
                .requestBodyChanged, "'\(path)' in the body of '\(endpoint)' \(one)",
                .impact(Impact(client: weight, provider: weight)), old: old, new: new, expected: values?.expected,
                found: values?.found,
                theme: ChangeTheme(
                    pattern: "\(ChangeTheme.slot) in the body of '\(endpoint)' \(one)", item: "'\(path)'",
                    plural: "\(ChangeTheme.slot) in the body of '\(endpoint)' \(many)")))
    }
}

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
