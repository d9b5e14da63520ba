extension Explainer {
    mutating func explainGeneral(
        _ node: NodeRef, _ pointer: UnsafeMutablePointer<GeneralRules>, _ json: JSON
    ) -> Result {
        let rules = pointer.pointee
        var result = Result()
        if let const = rules.const, const != json {
            result.violations.append(
                assertion(node, "const", MessageText.value(const), Phrase.found(json, insteadOf: [const])))
        }
        if let enumeration = rules.enumeration, !enumeration.contains(json) {
            let shown = enumeration.values.prefix(12).map { MessageText.value($0) }
            let more = enumeration.values.count - shown.count
            let expected = Phrase.list(more > 0 ? shown + ["\(more) other values"] : shown)
            result.violations.append(
                assertion(node, "enum", expected, Phrase.found(json, insteadOf: enumeration.values)))
        }
        if let reference = rules.reference { result.merge(apply(reference, json, "$ref")) }
        if let (target, anchor) = rules.dynamicReference {
            let target = DynamicScope.target(of: anchor, in: scopes) ?? target
            result.merge(apply(target, json, rules.dynamicKeyword))
        }
        for (index, part) in rules.allOf.enumerated() { result.merge(apply(part, json, "allOf", String(index))) }
        if !rules.anyOf.isEmpty { explainAlternatives(node, "anyOf", rules.anyOf, json, &result) }
        if !rules.oneOf.isEmpty { explainAlternatives(node, "oneOf", rules.oneOf, json, &result) }
        if let not = rules.not, withoutSpendingBudget({ $0.apply(not, json, "not").violations.isEmpty }) {
            let expected: MessageText = "no match of the schema in \"not\""
            result.violations.append(assertion(node, "not", expected, Phrase.found(json)))
        }
        if let condition = rules.condition {
            let outcome = withoutSpendingBudget { $0.apply(condition, json, "if") }
            if outcome.violations.isEmpty {
                result.marks.formUnion(outcome.marks)
                if let branch = rules.consequence { result.merge(apply(branch, json, "then")) }
            } else if let branch = rules.alternative {
                result.merge(apply(branch, json, "else"))
            }
        }
        return result
    }

    private mutating func explainAlternatives(
        _ node: NodeRef, _ keyword: String, _ nodes: UnsafeMutableBufferPointer<NodeRef>, _ json: JSON,
        _ result: inout Result
    ) {
        let before = reportBudget
        let outcomes = outcomes(of: nodes, json, keyword)
        let matches = outcomes.filter(\.result.violations.isEmpty)
        for match in matches { result.marks.formUnion(match.result.marks) }
        guard !matches.isEmpty else {
            result.violations += noAlternative(node, keyword, nodes, outcomes, json)
            return
        }
        // The violations of the other alternatives are not reported.
        reportBudget = before
        guard keyword == "oneOf", matches.count > 1 else { return }
        let expected: MessageText = "a match of exactly one of \(nodes.count) alternatives"
        let found: MessageText = "matches of \(Phrase.list(matches.map { MessageText(String($0.index)) }, "and"))"
        result.violations.append(assertion(node, keyword, expected, found))
    }

    /// Returns the outcomes of the alternatives that the value's tag does not rule out.
    private mutating func outcomes(
        of nodes: UnsafeMutableBufferPointer<NodeRef>, _ json: JSON, _ keyword: String
    ) -> [(index: Int, result: Result)] {
        var indices = Array(nodes.indices)
        if nodes.count > 1, case .object(let members) = json {
            indices = Self.alternatives(in: nodes, notExcludedBy: members)
        }
        var outcomes: [(index: Int, result: Result)] = []
        for index in indices { outcomes.append((index, apply(nodes[index], json, keyword, String(index)))) }
        return outcomes
    }

    // MARK: - Tags

    /// Returns the alternatives that the value's string members do not rule out.
    ///
    /// If a member such as `type` has a string that some alternatives list, those that list only other strings are
    /// ruled out. Their violations would be noise, repeated on each level of nested alternatives.
    private static func alternatives(
        in nodes: UnsafeMutableBufferPointer<NodeRef>, notExcludedBy members: JSONObject
    ) -> [Int] {
        let tags = nodes.map { Self.tags(of: $0, in: members, depth: 8) }
        let matchedKeys = Set(tags.filter { tags in tags.allSatisfy { $0.isListed } }.joined().map { $0.key })
        return nodes.indices.filter { index in !tags[index].contains { !$0.isListed && matchedKeys.contains($0.key) } }
    }

    /// Returns the string members whose schema lists strings, and whether the value is listed.
    private static func tags(of node: NodeRef, in members: JSONObject, depth: Int) -> [(key: String, isListed: Bool)] {
        guard depth > 0 else { return [] }
        var found: [(key: String, isListed: Bool)] = []
        if let rules = node.pointee.objects?.pointee {
            for (position, key) in rules.properties.keys.enumerated() {
                guard let value = members[key], value.stringValue != nil,
                    let isListed = lists(rules.propertyNodes[position], value, depth: depth)
                else { continue }
                found.append((key, isListed))
            }
        }
        guard let general = node.pointee.general?.pointee else { return found }
        if let reference = general.reference { found += tags(of: reference, in: members, depth: depth - 1) }
        for part in general.allOf { found += tags(of: part, in: members, depth: depth - 1) }
        return found
    }

    /// Whether a schema lists the value. Returns `nil` if it lists none.
    private static func lists(_ node: NodeRef, _ value: JSON, depth: Int) -> Bool? {
        guard depth > 0, let general = node.pointee.general?.pointee else { return nil }
        if let const = general.const { return const == value }
        if let enumeration = general.enumeration { return enumeration.contains(value) }
        if let reference = general.reference { return lists(reference, value, depth: depth - 1) }
        if let others = general.not { return lists(others, value, depth: depth - 1).map { !$0 } }
        return general.allOf.lazy.compactMap { lists($0, value, depth: depth - 1) }.first
    }

    /// Returns the violations of a value that meets no alternative, the deepest alternative first. If the type alone
    /// decides, returns one violation.
    private mutating func noAlternative(
        _ node: NodeRef, _ keyword: String, _ nodes: UnsafeMutableBufferPointer<NodeRef>,
        _ outcomes: [(index: Int, result: Result)], _ json: JSON
    ) -> [Violation] {
        let types = nodes.map(Self.types)
        let all = types.reduce(TypeSet()) { $0.union($1) }
        let here = JSONPointer(tokens: instancePath)
        if !all.isSuperset(of: TypeSet(of: json)),
            outcomes.allSatisfy({ $0.result.violations.allSatisfy { $0.isOfType && $0.instancePointer == here } })
        {
            return [assertion(node, keyword, Phrase.types(all), Phrase.found(json))]
        }
        /// Returns the depth of the deepest violation, or -1 if the type itself is wrong.
        func reach(_ outcome: (index: Int, result: Result)) -> Int {
            let violations = outcome.result.violations
            if violations.contains(where: { $0.keyword == "type" && $0.instancePointer == here })
                || !types[outcome.index].isSuperset(of: TypeSet(of: json))
            {
                return -1
            }
            return violations.map(\.instancePointer.tokens.count).max() ?? 0
        }
        // Omit the null alternative if another alternative has a matching type.
        let begun = outcomes.contains { reach($0) >= 0 }
        let ordered = outcomes.filter { !begun || !$0.result.violations.allSatisfy(\.asksForNull) }
            .sorted { left, right in
                (reach(right), left.result.violations.count, left.index)
                    < (reach(left), right.result.violations.count, right.index)
            }
        let causes = ordered.flatMap { outcome in
            outcome.result.violations.enumerated().sorted { left, right in
                (right.element.instancePointer.tokens.count, left.offset)
                    < (left.element.instancePointer.tokens.count, right.offset)
            }.map(\.element)
        }
        let number = keyword == "oneOf" ? "exactly one" : "at least one"
        let expected: MessageText = "a match of \(number) of \(counted(nodes.count, "alternative"))"
        return causes + [assertion(node, keyword, expected, "none")]
    }

    /// Returns the types that a schema allows by `type`, `const` or `enum`.
    private static func types(of node: NodeRef) -> TypeSet {
        guard let general = node.pointee.general?.pointee,
            let listed = general.const.map({ [$0] }) ?? general.enumeration?.values
        else { return node.pointee.types }
        return node.pointee.types.intersection(listed.reduce(TypeSet()) { $0.union(TypeSet(of: $1)) })
    }
}

extension Violation {
    /// Whether a value of another type would violate the keyword too.
    fileprivate var isOfType: Bool { ["type", "const", "enum"].contains(keyword) }

    fileprivate var asksForNull: Bool { (keyword == "type" || keyword == "const") && expected == "null" }
}
