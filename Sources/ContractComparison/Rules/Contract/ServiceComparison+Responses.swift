import ContractFormat
import JSONSchema

extension ServiceComparison {
    mutating func compareResponses(_ pair: ValuePair, of endpoint: String) {
        for (key, response) in pair.members {
            let subject = "response \(key) of '\(endpoint)'"
            switch (response.old, response.new) {
            case (let old?, nil) where Self.covering(key, in: pair.new) != nil:
                add(.statusRemoved, "\(subject) is gone, but another one covers it", .harmless, response)
                let covered = ValuePair(old: old, new: Self.covering(key, in: pair.new))
                compareResponse(covered, subject, .endpoint(endpoint, .response))
            case (nil, _): add(.statusAdded, "\(subject) is new", .client(.risky), response)
            case (_, nil):
                // Code that handles a removed failure is merely unnecessary.
                let client: ImpactLevel = key.hasPrefix("2") ? .breaking : .harmless
                add(.statusRemoved, "\(subject) is gone", Impact(client: client, provider: .breaking), response)
            case (.some, .some): compareResponse(response, subject, .endpoint(endpoint, .response))
            }
        }
    }

    /// Returns the response for the whole class of a status, or for all others.
    private static func covering(_ key: String, in responses: LocatedValue?) -> LocatedValue? {
        key == "default" ? nil : responses?["\(key.prefix(1))XX"] ?? responses?["default"]
    }

    private mutating func compareResponse(_ pair: ValuePair, _ subject: String, _ use: Use) {
        for (key, part) in members(of: pair, as: ContractKeys.Response.self) {
            let impact = Variance(ofConstraint: part).impact(at: .response)
            switch key {
            case .summary: break
            case .content: compare(part, as: .contentTypeChanged, "the content type of \(subject) changed", impact)
            // A missing charset or prefix is a value of its own, so any change breaks both parties.
            case .charset: compare(part, as: .charsetChanged, "the charset of \(subject) changed", .both(.breaking))
            case .prefix: compare(part, as: .prefixChanged, "the prefix of \(subject) changed", .both(.breaking))
            case .headers:
                for (name, header) in part.headers { compareHeader(header, "header '\(name)' of \(subject)", use) }
            case .schema, .xml: schemas.compare(part, in: pair, use: use)
            case .text:
                compareExpectation(
                    part, in: pair, use: use, as: .responseBodyChanged, "the text of \(subject) changed",
                    literal: impact)
            case .bytes: compareBytes(part, subject)
            case .events: compareEvents(part, subject, use)
            case .empty:
                compare(
                    part, as: .responseBodyChanged,
                    "\(subject) \(part.new == nil ? "may have a body now" : "no longer has a body")", impact)
            case .models: compareResponseModels(part, subject, use)
            }
        }
    }

    private mutating func compareHeader(_ part: ValuePair, _ subject: String, _ use: Use) {
        typealias Key = ContractKeys.Header
        let wasOptional = part.old?[Key.optional]?.value == true
        let isOptional = part.new?[Key.optional]?.value == true
        guard let old = part.old, let new = part.new else {
            if part.old == nil {
                add(.responseHeaderAdded, "\(subject) is new", .provider(isOptional ? .risky : .breaking), part)
            } else {
                add(.responseHeaderRemoved, "\(subject) is gone", .client(wasOptional ? .risky : .breaking), part)
            }
            return
        }
        if !wasOptional, isOptional {
            add(.responseHeaderRemoved, "\(subject) is no longer required", .client(.breaking), part)
        } else if wasOptional, !isOptional {
            add(.responseHeaderAdded, "\(subject) is required now", .provider(.breaking), part)
        }
        let bare = ValuePair(old: old.withoutOwnKeys, new: new.withoutOwnKeys)
        compareExpectation(
            bare, in: bare, use: use, as: .responseHeaderChanged, "\(subject) changed", literal: .both(.breaking))
        for (relation, link) in part[Key.relations].members {
            compareHeader(link, "link '\(relation)' in the \(subject)", use)
        }
    }

    private mutating func compareEvents(_ part: ValuePair, _ subject: String, _ use: Use) {
        if part.isOneSided {
            let impact = Variance(ofConstraint: part).impact(at: .response)
            return add(.responseBodyChanged, "the events of \(subject) changed", impact, part)
        }
        for (key, member) in members(of: part, as: ContractKeys.Events.self) {
            switch key {
            case .schema: schemas.compare(member, in: part, use: use)
            case .byName:
                for (name, schema) in member.members {
                    if schema.isOneSided {
                        let change = schema.new == nil ? "no schema of their own now" : "a schema of their own now"
                        add(
                            .responseBodyChanged, "the events '\(name)' of \(subject) have \(change)", .both(.risky),
                            schema)
                    } else {
                        schemas.compare(schema, in: member, use: use)
                    }
                }
            case .format, .data, .end:
                compare(
                    member, as: .responseBodyChanged, "the \(key.rawValue) of the events of \(subject) changed",
                    .both(.breaking))
            }
        }
    }

    private mutating func compareBytes(_ part: ValuePair, _ subject: String) {
        typealias Key = ContractKeys.Bytes
        _ = members(of: part, as: Key.self)
        var variance = Variance(ofConstraint: part)
        if let old = part.old, let new = part.new {
            func texts(_ key: Key) -> (old: String, new: String) {
                func text(_ located: LocatedValue) -> String { located[key]?.value.stringValue?.lowercased() ?? "" }
                return (text(old), text(new))
            }
            let (prefix, digest) = (texts(.prefix), texts(.sha256))
            let lengths = (old: old[Key.minLength]?.value.intValue ?? 0, new: new[Key.minLength]?.value.intValue ?? 0)
            let parts = [
                Variance(isNarrower: prefix.new.hasPrefix(prefix.old), isWider: prefix.old.hasPrefix(prefix.new)),
                Variance(isNarrower: lengths.old <= lengths.new, isWider: lengths.new <= lengths.old),
                Variance(
                    isNarrower: digest.old.isEmpty || digest.old == digest.new,
                    isWider: digest.new.isEmpty || digest.old == digest.new),
            ]
            variance = parts.reduce(.same) { $0.merged(with: $1) }
        }
        guard variance != .same else { return }
        add(.responseBodyChanged, "the bytes of \(subject) changed", variance.impact(at: .response), part)
    }

    private mutating func compareResponseModels(_ pair: ValuePair, _ subject: String, _ use: Use) {
        for (pointer, part) in pair.members {
            let place = pointer.isEmpty ? subject : "'\(pointer)' of \(subject)"
            if let old = part.old?.value.stringValue, let new = part.new?.value.stringValue,
                renamedModels[old] ?? old == new
            {
                let model = ValuePair(old: self.old.models?[old], new: self.new.models?[new])
                schemas.compare(model[ContractKeys.Model.schema], in: model, use: use)
                continue
            }
            let message =
                part.old == nil
                ? "a model is initialized from \(place) now"
                : part.new == nil
                    ? "no model is initialized from \(place) any more"
                    : "a different model is initialized from \(place)"
            add(.responseModelChanged, message, .client(.risky), part)
        }
    }
}

extension LocatedValue {
    /// The header field or link without the contract's own keys: a schema or a literal.
    fileprivate var withoutOwnKeys: LocatedValue {
        guard let object = value.objectValue else { return self }
        let own = Set(ContractKeys.Header.allCases.map(\.rawValue))
        return at([], .object(object.keeping { !own.contains($0.key) }))
    }
}
