import ContractFormat
import HTTPRecording
import JSONSchema

extension ServiceComparison {
    private static let sent = Impact(client: .breaking, provider: .risky)

    mutating func compareRequest(_ pair: ValuePair, of endpoint: String) {
        if pair.isOneSided {
            let change = pair.new == nil ? "only the requests of other endpoints now" : "its own request now"
            return add(.usesChanged, "endpoint '\(endpoint)' sends \(change)", .client(.breaking), pair)
        }
        for (key, part) in members(of: pair, as: ContractKeys.Request.self) {
            switch key {
            case .method: compare(part, as: .methodChanged, "the method of '\(endpoint)' changed", .both(.breaking))
            case .path: comparePaths(part, of: endpoint)
            case .query: compareFields(part.members, .query, .queryChanged, of: endpoint)
            case .headers: compareFields(part.headers, .header, .requestHeaderChanged, of: endpoint)
            case .allowedHeaders:
                let builder = "the builder of '\(endpoint)'"
                for (_, header) in part.oneSidedElements(by: { $0.value.stringValue?.lowercased() ?? "" }) {
                    if let new = header.new {
                        add(.loosenessAdded, "\(builder) may add the header \(new.value) now", .both(.risky), header)
                    } else if let old = header.old {
                        add(
                            .loosenessRemoved, "\(builder) may not add the header \(old.value) any more",
                            .client(.breaking), header)
                    }
                }
            case .body, .bodySchema, .form, .text, .bytes, .xml, .multipart, .graphql:
                compareBody(key, part, in: pair, of: endpoint)
            case .timeout:
                let (old, new) = (part.old?.value.numberValue, part.new?.value.numberValue)
                let isShorter = new.map { new in old.map { new < $0 } ?? true } ?? false
                compare(
                    part, as: .timeoutChanged, "the timeout of '\(endpoint)' changed",
                    Impact(client: .risky, provider: isShorter ? .risky : .harmless))
            }
        }
    }

    private mutating func comparePaths(_ pair: ValuePair, of endpoint: String) {
        guard !pair.isSame else { return }
        let (old, new) = (pair.old?.value.stringValue ?? "", pair.new?.value.stringValue ?? "")
        let message = "the path of '\(endpoint)' changed"
        let theme = PathShape.prefixes(PathShape(old), PathShape(new)).map { before, after in
            ChangeTheme(
                "\(before) \(after)", "'\(endpoint)'",
                plural: "the paths of \(ChangeTheme.slot) begin with '\(after)' instead of '\(before)'")
        }
        changes.append(Change(.pathChanged, message, .impact(.both(.breaking)), pair, theme: theme))
    }

    // MARK: - Named fields

    private mutating func compareFields(
        _ fields: [(key: String, pair: ValuePair)], _ kind: PartKind, _ changed: ComparisonRule, of endpoint: String
    ) {
        compareFields(fields, kind, of: endpoint) { comparison, _, subject, field in
            // A list or object with a style is not a schema.
            let isStyled = [field.old, field.new].contains {
                $0?[ContractKeys.Styled.value] != nil || $0?[ContractKeys.Styled.style] != nil
            }
            if isStyled {
                comparison.compare(field, as: changed, "\(subject) changed", Self.sent)
            } else {
                comparison.compareExpectation(
                    field, in: field, use: .endpoint(endpoint, .request), as: changed, "\(subject) changed",
                    literal: Self.sent)
            }
        }
    }

    private mutating func compareFields(
        _ fields: [(key: String, pair: ValuePair)], _ kind: PartKind, of endpoint: String,
        both: (inout ServiceComparison, _ name: String, _ subject: String, ValuePair) -> Void
    ) {
        let owner = " of '\(endpoint)'"
        for (name, field) in fields {
            if field.old == nil, mayBeLeftOut(field.new?.value.stringValue, endpoint) {
                let event = PartKind.Event(rule: kind.added.rule, impact: .harmless)
                add(event, "new, but optional", name, kind, owner, field)
            } else {
                compareParts([(name, field)], kind, owner, both: both)
            }
        }
    }

    private mutating func compareMultipart(_ body: ValuePair, of endpoint: String) {
        compareFields(body.members, .part, of: endpoint) { comparison, _, subject, part in
            let schema = part[ContractKeys.Part.schema]
            guard schema.old != nil, schema.new != nil else {
                return comparison.compare(part, as: .formFieldChanged, "\(subject) changed", Self.sent)
            }
            for (member, pair) in comparison.members(of: part, as: ContractKeys.Part.self) {
                if member == .schema {
                    comparison.schemas.compare(pair, in: part, use: .endpoint(endpoint, .request))
                } else {
                    comparison.compare(
                        pair, as: .formFieldChanged, "'\(member.rawValue)' of \(subject) changed", Self.sent)
                }
            }
        }
    }

    // MARK: - Bodies

    private mutating func compareBody(
        _ key: ContractKeys.Request, _ part: ValuePair, in request: ValuePair, of endpoint: String
    ) {
        if part.isOneSided {
            // A replacement by another kind of body has its own finding.
            let others = ContractKeys.Request.bodies.filter { $0 != key }
            if part.new == nil, others.contains(where: { request.new?[$0] != nil }) { return }
            let verb = part.new == nil ? "no longer sends" : "sends"
            return add(.requestBodyChanged, "the request of '\(endpoint)' \(verb) \(key.noun)", .both(.breaking), part)
        }
        switch key {
        case .bodySchema: schemas.compare(part, in: request, use: .endpoint(endpoint, .request))
        case .form: compareFields(part.members, .formField, .formFieldChanged, of: endpoint)
        case .text:
            compareExpectation(
                part, in: part, use: .endpoint(endpoint, .request), as: .requestBodyChanged,
                "the text that '\(endpoint)' sends changed", literal: Self.sent)
        case .multipart: compareMultipart(part, of: endpoint)
        case .xml: compareXML(part, of: endpoint)
        case .graphql: compareGraphQL(part, of: endpoint)
        case .body, .bytes, .method, .path, .query, .headers, .allowedHeaders, .timeout:
            compareLiteral(part, path: "", of: endpoint)
        }
    }

    private mutating func compareXML(_ part: ValuePair, of endpoint: String) {
        guard let old = part.old?.value.stringValue, let new = part.new?.value.stringValue else {
            return compareLiteral(part, path: "", of: endpoint)
        }
        do {
            for difference in XMLBodyDifference.all(from: try XMLTree(parsing: old), to: try XMLTree(parsing: new)) {
                add(
                    difference.path, isNew: difference.old == nil, isGone: difference.new == nil, text: difference.text,
                    part, of: endpoint, expected: difference.old ?? "nothing", found: difference.new ?? "nothing")
            }
        } catch {
            compareLiteral(part, path: "", of: endpoint)  // Lint reports malformed XML.
        }
    }

    private mutating func compareGraphQL(_ part: ValuePair, of endpoint: String) {
        for (key, member) in members(of: part, as: ContractKeys.GraphQL.self) {
            if key == .document, let old = Self.document(member.old, in: old),
                let new = Self.document(member.new, in: new)
            {
                guard let difference = old.difference(from: new) else { continue }
                add("/\(key.rawValue)", member, of: endpoint, expected: difference.own, found: difference.other)
            } else {
                compareLiteral(member, path: "/\(key.rawValue)", of: endpoint)
            }
        }
    }

    private static func document(_ located: LocatedValue?, in side: ServiceRevision) -> GraphQLDocument? {
        guard let located else { return nil }
        if let text = located.value.stringValue {
            do { return try GraphQLDocument(parsing: text) } catch { return nil }
        }
        let name = located.location.pointer.tokens.dropFirst().first
        guard case .graphql(let graphql)? = side.contract?.endpoints.first(where: { $0.name == name })?.request?.body
        else { return nil }
        return graphql.document
    }

    private mutating func compareLiteral(_ part: ValuePair, path: String, of endpoint: String) {
        if part.isSame { return }
        if part.old?.value.objectValue != nil, part.new?.value.objectValue != nil {
            for (name, member) in part.members { compareLiteral(member, path: "\(path)/\(name)", of: endpoint) }
        } else if path.isEmpty {
            add(.requestBodyChanged, "the body of '\(endpoint)' \(part.verb)", .both(.breaking), part)
        } else {
            add(
                path, isNew: part.old == nil, isGone: part.new == nil, text: part.new?.value.stringValue, part,
                of: endpoint)
        }
    }

    /// Reports a new, removed or changed member of a body.
    ///
    /// - Parameter text: the whole text of a new member, whose argument may be optional.
    private mutating func add(
        _ path: String, isNew: Bool = false, isGone: Bool = false, text: String? = nil, _ pair: ValuePair,
        of endpoint: String, expected: String? = nil, found: String? = nil
    ) {
        let isOptional = isNew && mayBeLeftOut(text, endpoint)
        let (one, many) = isNew ? ("is new", "are new") : isGone ? ("is gone", "are gone") : ("changed", "changed")
        let remark = isOptional ? " (optional)" : ""
        let place = "\(ChangeTheme.slot) in the body of '\(endpoint)'"
        let theme = ChangeTheme("\(place) \(one)\(remark)", "'\(path)'", plural: "\(place) \(many)\(remark)")
        let level: ImpactLevel = isOptional ? .harmless : .breaking
        changes.append(
            Change(.requestBodyChanged, theme, .impact(.both(level)), pair, expected: expected, found: found))
    }
}

extension ContractKeys.Request {
    fileprivate var noun: String {
        switch self {
        case .form: "a form"
        case .text: "a text"
        case .bytes: "bytes"
        case .xml: "XML"
        case .multipart: "a multipart body"
        case .graphql: "a GraphQL request"
        case .method, .path, .query, .headers, .allowedHeaders, .body, .bodySchema, .timeout: "a JSON body"
        }
    }
}
