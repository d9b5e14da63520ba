import JSONSchema

/// Arrays that are empty, at and around their bounds, long, blank, or with one invalid element among valid ones.
enum ArrayStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let elements = site.value.arrayValue else { return [] }
        var changes = [ProbeChange("is empty", .array, [])]
        guard let first = elements.first else { return changes }
        let bounds = site.integers(of: "minItems") + site.integers(of: "maxItems")
        for bound in bounds where bound <= 10_000 {
            for count in [bound - 1, bound, bound + 1] where count >= 0 {
                changes.append(ProbeChange("has \(count) elements", .array, .array(repeated(elements, count: count))))
            }
        }
        let bad: [(String, JSON)] = [("null", .null), ("an object", [:]), ("a string", "text"), ("an array", [])]
        // An empty object is valid if no member is required. Probes of missing members cover it better.
        let inner = site.schemas.element(0)
        let lacksNothing = !inner.isEmpty && inner.allSatisfy { $0.schema?.accepts([:]) ?? false }
        for (what, element) in bad where element.objectValue == nil || !lacksNothing {
            changes.append(ProbeChange("has \(what) after its elements", .array, .array(elements + [element])))
            changes.append(ProbeChange("has \(what) before its elements", .array, .array([element] + elements)))
        }
        changes.append(ProbeChange("has an element twice", .array, .array([first] + elements)))
        changes.append(ProbeChange("has 200 elements", .array, .array(repeated(elements, count: 200))))
        // Code may take zeros for a missing pair.
        let blanks = JSON.blanks.filter { blank in
            elements.count > 1 && elements.allSatisfy { $0.plainType == blank.plainType }
        }
        return changes
            + blanks.map { blank in
                ProbeChange("has \(blank) in every element", .array, .array(elements.map { _ in blank })).comparingAll
            }
    }

    private static func repeated(_ elements: [JSON], count: Int) -> [JSON] {
        (0..<count).map { elements[$0 % elements.count] }
    }
}

/// Two optional members missing together, all of them missing beside each choice, and all members of a type blank.
enum PairStrategy: ProbeStrategy {
    /// 24 members make 276 pairs, each of which costs a decoding.
    private static let limit = 24

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let members = site.value.objectValue else { return [] }
        return missing(members, at: site) + choices(members, at: site)
            + JSON.blanks.compactMap { sameValue($0, members, at: site) } + sameForms(members, at: site)
    }

    /// Sets all members of a type to one value, since code may hide a part if several are blank.
    private static func sameValue(_ common: JSON, _ members: JSONObject, at site: ProbeSite) -> ProbeChange? {
        let alike = members.compactMap { name, value -> (name: String, value: JSON)? in
            let schemas = site.schemas.member(name)
            if value.isNull, schemas.isEmpty { return nil }
            let other = value.isNull ? common : value.blanked(by: common)
            return (other == common || other != value) && schemas.allSatisfy { $0.schema?.accepts(other) ?? true }
                ? (name, other) : nil
        }
        var changed = members
        for (name, value) in alike { changed[name] = value }
        guard alike.count > 1, changed != members else { return nil }
        let what = "has \(Excerpt.of(common)) in every \(common.plainType)"
        return ProbeChange(what, .pair, .object(changed)).comparingAll
    }

    /// Sets texts or objects of one form, such as two times of day, to the first of them, since code may compare them.
    private static func sameForms(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        let forms = members.compactMap { name, value -> (form: [JSON?], value: JSON)? in
            let schemas = site.schemas.member(name).applicableSchemas
            let form = ["pattern", "format", "properties"].map { key in schemas.compactMap { $0.json[key] }.first }
            let isFormed =
                value.stringValue == nil ? form[2] != nil && value.objectValue != nil : form[..<2] != [nil, nil]
            return isFormed ? (form, value) : nil
        }
        return forms.grouped(by: \.form).filter { $0.elements.count > 1 }
            .compactMap { sameValue($0.elements[0].value, members, at: site) }
    }

    private static func missing(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        let required = Set(site.schemas.requiredNames)
        let optional = members.keys.filter { !required.contains($0) }
        guard optional.count > 1 else { return [] }
        func without(_ names: [String]) -> JSON {
            var rest = members
            for name in names { rest[name] = nil }
            return .object(rest)
        }
        let firsts = optional.prefix(limit)
        var changes: [ProbeChange] = []
        for (index, first) in firsts.enumerated() {
            for second in firsts.dropFirst(index + 1) {
                changes.append(ProbeChange("lacks '\(first)' and '\(second)'", .pair, without([first, second])))
            }
        }
        changes.append(ProbeChange("lacks every optional member", .pair, without(Array(optional))))
        return changes
    }

    /// Sets a member to each of its choices where optional values are missing, since a default may depend on it.
    private static func choices(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        guard let bare = site.value.bare(site.schemas).objectValue, bare != members else { return [] }
        return members.flatMap { name, value in
            let choices =
                value.boolValue.map { [.bool(!$0)] } ?? site.schemas.member(name).flatMap(\.listedValues)
            return choices.distinct.filter { $0 != value }.prefix(limit).map { choice in
                var chosen = bare
                chosen[name] = choice
                let what = "lacks every optional value, and '\(name)' is \(Excerpt.of(choice))"
                return ProbeChange(what, .pair, .object(chosen))
            }
        }
    }
}

/// Bodies that are not objects or not JSON, for bindings that take `Data`.
enum TextStrategy {
    static func probes(of instance: JSON) -> [Probe] {
        let text = instance.bytes(.compact)
        let roots: [(String, JSON)] = [
            ("the body is null", .null), ("the body is a string", "text"), ("the body is a number", 7),
            ("the body is an empty array", []), ("the body is an empty object", [:]),
        ]
        let latin1 = Array("{\"name\":\"caf".utf8) + [0xE9] + Array("\"}".utf8)
        let broken: [(name: String, bytes: [UInt8], mayBeRefused: Bool)] = [
            ("the body is empty", [], false),
            ("the body is truncated in the middle", Array(text.prefix(text.count / 2)), false),
            ("the body is truncated before its last byte", Array(text.dropLast()), false),
            ("the body is HTML", Array("<!doctype html><title>502</title>".utf8), false),
            // Foundation guesses non-Unicode encodings.
            ("the body is Latin-1", latin1, true),
            // RFC 8259, section 8.1: a parser may ignore a byte order mark.
            ("the body begins with a byte order mark", [0xEF, 0xBB, 0xBF] + text, true),
        ]
        // An empty object lacks several members at once.
        return roots.map { Probe(name: $0, kind: $1 == [:] ? .pair : .text, input: .json($1)) }
            + broken.map { Probe(name: $0, kind: .text, input: .bytes($1), mayBeRefused: $2) }
    }
}

/// A value of each alternative that rejects the valid one, because no example may have it.
enum AlternativeStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        let sampler = SchemaSampler(prefersText: true)
        return site.schemas.flatMap { view -> [ProbeChange] in
            let alternatives = ["anyOf", "oneOf"].flatMap(view.children)
            return alternatives.filter { $0.schema?.accepts(site.value) == false && !$0.isNull }.compactMap { other in
                sampler.values(of: [other]).first { view.schema?.accepts($0) ?? false }.map {
                    ProbeChange("is \(Excerpt.of($0))", .choice, $0)
                }
            }
        }
    }
}

extension JSON {
    /// The value, or its elements, replaced by a blank of the same type.
    fileprivate func blanked(by blank: JSON) -> JSON {
        if plainType == blank.plainType { return blank }
        return arrayValue.map { .array($0.map { $0.blanked(by: blank) }) } ?? self
    }

    /// The value without the optional members that are no objects, at any depth outside lists.
    fileprivate func bare(_ schemas: [SchemaView]) -> JSON {
        guard let members = objectValue else { return self }
        let applicable = schemas.applicableSchemas
        let required = Set(applicable.requiredNames)
        let kept = members.filter { name, value in required.contains(name) || value.objectValue != nil }
        return .object(JSONObject(kept.map { ($0, $1.bare(applicable.member($0))) }))
    }
}
