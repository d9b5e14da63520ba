import ContractFormat
import JSONSchema

enum ResponseComparison {
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
            case .headers: ResponseHeaderComparison.compare(part.headers, subject, use, &comparison)
            case .schema, .xml: comparison.schemas.compare(part, in: pair, use: use)
            case .text:
                comparison.compareExpectation(
                    part, in: pair, use: use, as: .responseBodyChanged, "the text of \(subject) changed",
                    literal: variance(of: part).impact(at: .response))
            case .bytes: ResponseBytesComparison.compare(part, subject, &comparison)
            case .events: ResponseEventsComparison.compare(part, in: pair, subject, use, &comparison)
            case .empty:
                if !part.isSame {
                    comparison.add(
                        Change(
                            .responseBodyChanged,
                            "\(subject) \(part.new == nil ? "may have a body now" : "has no body any more")",
                            .impact(variance(of: part).impact(at: .response)), old: part.old, new: part.new))
                }
            case .models: ResponseModelComparison.compare(part, subject, use, &comparison)
            }
        }
    }

    /// An added constraint narrows, a removed one widens.
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

enum ResponseHeaderComparison {
    private typealias Key = ContractKeys.Header

    static func compare(
        _ headers: [(key: String, pair: Pair)], _ subject: String, _ use: Use, _ comparison: inout ServiceComparison
    ) {
        for (name, header) in headers { compare(header, "header '\(name)' of \(subject)", use, &comparison) }
    }

    private static func compare(
        _ part: Pair, _ subject: String, _ use: Use, _ comparison: inout ServiceComparison
    ) {
        let wasOptional = part.old?[Key.optional]?.value == .bool(true)
        let isOptional = part.new?[Key.optional]?.value == .bool(true)
        switch (part.old, part.new) {
        case (nil, .some):
            comparison.add(
                .responseHeaderAdded, "\(subject) is new", client: .harmless,
                provider: isOptional ? .risky : .breaking, part)
        case (.some, nil):
            comparison.add(
                .responseHeaderRemoved, "\(subject) is gone", client: wasOptional ? .risky : .breaking,
                provider: .harmless, part)
        case (let old?, let new?):
            if !wasOptional, isOptional {
                comparison.add(
                    .responseHeaderRemoved, "\(subject) need not be there any more", client: .breaking,
                    provider: .harmless, part)
            } else if wasOptional, !isOptional {
                comparison.add(
                    .responseHeaderAdded, "\(subject) has to be there now", client: .harmless, provider: .breaking, part
                )
            }
            let bare = Pair(old: old.withoutOwnKeys, new: new.withoutOwnKeys)
            comparison.compareExpectation(
                bare, in: bare, use: use, as: .responseHeaderChanged, "\(subject) changed",
                literal: Variance.changed.impact(at: .response))
            for (relation, link) in part[Key.relations].members {
                compare(link, "link '\(relation)' in the \(subject)", use, &comparison)
            }
        case (nil, nil): break
        }
    }
}

extension Spot {
    /// A header or a link without what only a contract says of it: a schema, or a value.
    fileprivate var withoutOwnKeys: Spot {
        guard let object = value.objectValue else { return self }
        let own = Set(ContractKeys.Header.allCases.map(\.rawValue))
        return Spot(
            location: location,
            value: .object(JSONObject(object.map { ($0.key, $0.value) }.filter { !own.contains($0.0) })))
    }
}

/// A stream of events: how it is written, and the schema of each.
enum ResponseEventsComparison {
    static func compare(
        _ part: Pair, in response: Pair, _ subject: String, _ use: Use, _ comparison: inout ServiceComparison
    ) {
        guard part.old != nil, part.new != nil else {
            if !part.isSame {
                let variance = ResponseComparison.variance(of: part)
                comparison.add(
                    Change(
                        .responseBodyChanged, "the events of \(subject) changed",
                        .impact(variance.impact(at: .response)), old: part.old, new: part.new))
            }
            return
        }
        for (key, member) in comparison.members(of: part, as: ContractKeys.Events.self) {
            switch key {
            case .schema: comparison.schemas.compare(member, in: part, use: use)
            case .byName:
                for (name, schema) in member.members {
                    if schema.isOneSided {
                        comparison.add(
                            .responseBodyChanged,
                            "the events '\(name)' of \(subject) have \(schema.new == nil ? "no" : "a") schema of their own \(schema.new == nil ? "any more" : "now")",
                            client: .risky, provider: .risky, schema)
                    } else {
                        comparison.schemas.compare(schema, in: member, use: use)
                    }
                }
            case .format, .data, .end:
                if !member.isSame {
                    comparison.add(
                        .responseBodyChanged,
                        "the \(key == .end ? "end" : key.rawValue) of the events of \(subject) changed",
                        client: .breaking, provider: .breaking, member)
                }
            }
        }
    }
}

/// A binary body, by its first bytes, its least length and its digest.
enum ResponseBytesComparison {
    private typealias Key = ContractKeys.Bytes

    static func compare(_ part: Pair, _ subject: String, _ comparison: inout ServiceComparison) {
        guard !part.isSame else { return }
        let variance: Variance =
            switch (part.old, part.new) {
            case (let old?, let new?):
                prefixVariance(old[Key.prefix], new[Key.prefix]).merged(
                    with: lengthVariance(old[Key.minLength], new[Key.minLength])
                ).merged(with: digestVariance(old[Key.sha256], new[Key.sha256]))
            case (_, _): ResponseComparison.variance(of: part)
            }
        _ = comparison.members(of: part, as: Key.self)
        guard variance != .same else { return }
        comparison.add(
            Change(
                .responseBodyChanged, "the bytes of \(subject) changed", .impact(variance.impact(at: .response)),
                old: part.old, new: part.new))
    }

    private static func prefixVariance(_ old: Spot?, _ new: Spot?) -> Variance {
        let (old, new) = ((old?.value.stringValue ?? "").lowercased(), (new?.value.stringValue ?? "").lowercased())
        if old == new { return .same }
        return new.hasPrefix(old) ? .narrowed : old.hasPrefix(new) ? .widened : .changed
    }

    private static func lengthVariance(_ old: Spot?, _ new: Spot?) -> Variance {
        let (old, new) = (old?.value.intValue ?? 0, new?.value.intValue ?? 0)
        return old == new ? .same : old < new ? .narrowed : .widened
    }

    private static func digestVariance(_ old: Spot?, _ new: Spot?) -> Variance {
        let (before, after) = (old?.value.stringValue?.lowercased(), new?.value.stringValue?.lowercased())
        return before == after ? .same : before == nil ? .narrowed : after == nil ? .widened : .changed
    }
}

enum ResponseModelComparison {
    static func compare(_ pair: Pair, _ subject: String, _ use: Use, _ comparison: inout ServiceComparison) {
        for (pointer, part) in pair.members {
            let place = pointer.isEmpty ? subject : "'\(pointer)' of \(subject)"
            let oldName = part.old?.value.stringValue.map { comparison.renamedModels[$0] ?? $0 }
            if let old = part.old?.value.stringValue, let new = part.new?.value.stringValue, oldName == new {
                // A changed model changes the response.
                let models = (old: comparison.old.models?[old], new: comparison.new.models?[new])
                let model = Pair(old: models.old, new: models.new)
                comparison.schemas.compare(model[ContractKeys.Model.schema], in: model, use: use)
                continue
            }
            let message =
                part.old == nil
                ? "a model is made of \(place) now"
                : part.new == nil ? "no model is made of \(place) any more" : "another model is made of \(place)"
            comparison.add(.responseModelChanged, message, client: .risky, provider: .harmless, part)
        }
    }
}
