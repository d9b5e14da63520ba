extension Explainer {
    // MARK: - Arrays

    mutating func explainArray(
        _ node: NodeRef, _ pointer: UnsafeMutablePointer<ArrayRules>, _ elements: [JSON], _ result: inout Result
    ) {
        let rules = pointer.pointee
        result.violations += counts(
            node, elements.count, ("minItems", rules.minItems), ("maxItems", rules.maxItems), "element",
            found: "\(elements.count)")
        if rules.uniqueItems,
            let (first, second) = elements.withUnsafeBufferPointer({ Distinct.firstRepetition(in: $0) })
        {
            let found: MessageText = "equal ones at \(first) and \(second)"
            result.violations.append(assertion(node, "uniqueItems", "distinct elements", found))
        }
        for (index, element) in elements.enumerated() {
            if index < rules.prefix.count {
                let position = String(index)
                result.violations += apply(
                    rules.prefix[index], element, at: position, owner: node, rules.prefixKeyword, position)
                result.marks.insert(index)
            } else if let items = rules.items {
                result.violations += apply(items, element, at: String(index), owner: node, rules.itemsKeyword)
                result.marks.insert(index)
            }
        }
        if let contains = rules.contains { explainContains(node, rules, contains, elements, &result) }
        guard let rest = rules.unevaluated else { return }
        for (index, element) in elements.enumerated() where !result.marks.contains(index) {
            result.violations += apply(rest, element, at: String(index), owner: node, "unevaluatedItems")
            result.marks.insert(index)
        }
    }

    private mutating func explainContains(
        _ node: NodeRef, _ rules: ArrayRules, _ contains: NodeRef, _ elements: [JSON], _ result: inout Result
    ) {
        var matches = 0
        for (index, element) in elements.enumerated()
        where withoutSpendingBudget({ $0.explain(contains, element).violations.isEmpty }) {
            matches += 1
            if rules.containsEvaluates { result.marks.insert(index) }
        }
        let least = rules.minContains == 1 ? "contains" : "minContains"
        result.violations += counts(
            node, matches, (least, rules.minContains), ("maxContains", rules.maxContains), "matching element",
            found: "\(matches) among \(elements.count)")
    }

    // MARK: - Objects

    mutating func explainObject(
        _ node: NodeRef, _ pointer: UnsafeMutablePointer<ObjectRules>, _ members: JSONObject, _ result: inout Result
    ) {
        let rules = pointer.pointee
        result.violations += counts(
            node, members.count, ("minProperties", rules.minProperties), ("maxProperties", rules.maxProperties),
            "member",
            found: "\(members.count)")
        for key in rules.required.keys where members[key] == nil {
            result.violations.append(missing(node, "required", key, ""))
        }
        for dependency in rules.dependentRequired where members[dependency.key] != nil {
            for key in dependency.required where members[key] == nil {
                let reason: MessageText = " beside \(MessageText.quoted(dependency.key))"
                result.violations.append(missing(node, dependency.keyword, key, reason))
            }
        }
        for position in rules.declaredPositions(in: members.shape) ?? Array(members.keys.indices) {
            explainMember(node, rules, position, members.shape.keys[position], members.storage[position], &result)
        }
        for dependency in rules.dependentSchemas where members[dependency.key] != nil {
            result.merge(apply(dependency.node, .object(members), dependency.keyword, dependency.key))
        }
        guard let rest = rules.unevaluated else { return }
        for (position, (key, value)) in members.enumerated() where !result.marks.contains(position) {
            result.violations += apply(rest, value, at: key, owner: node, "unevaluatedProperties")
            result.marks.insert(position)
        }
    }

    private mutating func missing(_ node: NodeRef, _ keyword: String, _ key: String, _ reason: MessageText) -> Violation
    {
        violation(
            node, [keyword], "expected a property \(MessageText.quoted(key))\(reason), found none",
            expected: "a property \(MessageText.quoted(key))", found: "none")
    }

    private mutating func explainMember(
        _ node: NodeRef, _ rules: ObjectRules, _ position: Int, _ key: String, _ value: JSON, _ result: inout Result
    ) {
        if let names = rules.names {
            let name = apply(names, .string(key), "propertyNames").violations
            result.violations += name.map { $0.renamed(key: key, in: JSONPointer(tokens: instancePath)) }
        }
        var isEvaluated = false
        if let property = rules.properties.position(of: key) {
            isEvaluated = true
            result.violations += apply(rules.propertyNodes[property], value, at: key, owner: node, "properties", key)
        }
        for (pattern, schema) in rules.patterns {
            switch pattern.match(in: key) {
            case .found:
                isEvaluated = true
                result.violations += apply(schema, value, at: key, owner: node, "patternProperties", pattern.source)
            case .absent: break
            case .stopped:
                let message: MessageText = """
                    the search for /\(pattern.source)/ in the key \(MessageText.quoted(key)) was stopped after too many \
                    steps: simplify the pattern
                    """
                result.violations.append(violation(node, ["patternProperties", pattern.source], message))
            }
        }
        if !isEvaluated, let additional = rules.additional {
            isEvaluated = true
            result.violations += apply(additional, value, at: key, owner: node, "additionalProperties")
        }
        if isEvaluated { result.marks.insert(position) }
    }
}

extension Violation {
    /// Returns the violation of a key's schema as one of the object with the key.
    fileprivate func renamed(key: String, in object: JSONPointer) -> Violation {
        modified(self) {
            $0.instancePointer = object
            $0.text = "the key \(MessageText.quoted(key)): \(text)"
        }
    }
}
