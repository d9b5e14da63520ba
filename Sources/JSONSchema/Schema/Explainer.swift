/// Collects every violation of a schema, each with its places and a message.
struct Explainer {
    let isDynamic: Bool
    var scopes: [UnsafeMutablePointer<DynamicScope>] = []
    var instancePath: [String] = []
    private var evaluationPath: [String] = []
    private var depth = 0
    private var stepsLeft: StepBudget

    private let maximumDepth: Int
    /// Indicates whether the limit of depth ended the evaluation before everything was said.
    private(set) var isTooDeep = false

    /// The properties or elements of one value that have been evaluated.
    typealias Marks = Set<Int>

    init(isDynamic: Bool, maximumDepth: Int, value: JSON) {
        self.isDynamic = isDynamic
        self.maximumDepth = maximumDepth
        stepsLeft = StepBudget(value, steps: 20_000, stepsForEachPart: 200)
    }

    mutating func violations(of json: JSON, _ root: NodeRef) -> [Violation] { explain(root, json).violations }

    struct Result {
        var violations: [Violation] = []
        var marks: Marks = []

        mutating func merge(_ other: Result) {
            violations += other.violations
            marks.formUnion(other.marks)
        }
    }

    private mutating func explain(_ node: NodeRef, _ json: JSON) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= maximumDepth, stepsLeft.take() else {
            isTooDeep = isTooDeep || depth > maximumDepth
            return Result(violations: [violation(node, [], "the check of this value was stopped: it takes too long")])
        }
        let entersScope = isDynamic && scopes.last != node.pointee.scope
        if entersScope { scopes.append(node.pointee.scope) }
        defer { if entersScope { scopes.removeLast() } }
        var result = Result()
        let types = node.pointee.types
        if types.isEmpty {
            result.violations.append(
                violation(
                    node, [], keyword: "false", "expected nothing here, found \(Phrase.found(json))",
                    found: Phrase.found(json)))
            return result
        }
        if !types.allows(json) {
            let expected = Phrase.types(types)
            result.violations.append(assertion(node, "type", expected, Phrase.found(json)))
        }
        if let general = node.pointee.general { result.merge(explainGeneral(node, general, json)) }
        switch json {
        case .null, .bool: break
        case .number(let number):
            if let rules = node.pointee.numbers { result.violations += check(node, rules, number) }
        case .string(let string):
            if let rules = node.pointee.strings { result.violations += check(node, rules, string) }
        case .array(let elements):
            if let rules = node.pointee.arrays { explainArray(node, rules, elements, &result) }
        case .object(let members):
            if let rules = node.pointee.objects { explainObject(node, rules, members, &result) }
        }
        return result
    }

    // MARK: - Violations

    private func violation(
        _ node: NodeRef, _ tokens: [String], keyword: String? = nil, _ message: String, expected: String? = nil,
        found: String? = nil
    ) -> Violation {
        let location = node.pointee.location.pointee
        return Violation(
            instancePointer: JSONPointer(tokens: instancePath),
            schemaPointer: JSONPointer(tokens: location.pointer.tokens + tokens), schemaDocument: location.document,
            evaluationPath: JSONPointer(tokens: evaluationPath + tokens), keyword: keyword ?? tokens.first ?? "",
            message: message, expected: expected, found: found)
    }

    func assertion(_ node: NodeRef, _ keyword: String, _ expected: String, _ found: String) -> Violation {
        violation(
            node, [keyword], "expected \(expected), found \(found)", expected: expected, found: found)
    }

    /// A subschema for the same value.
    mutating func apply(_ node: NodeRef, _ json: JSON, _ tokens: String...) -> Result {
        evaluationPath += tokens
        defer { evaluationPath.removeLast(tokens.count) }
        return explain(node, json)
    }

    /// A subschema for a part of the value.
    private mutating func apply(
        _ node: NodeRef, _ json: JSON, at part: String, owner: NodeRef, _ tokens: String...
    ) -> [Violation] {
        instancePath.append(part)
        evaluationPath += tokens
        defer {
            instancePath.removeLast()
            evaluationPath.removeLast(tokens.count)
        }
        guard node.pointee.types.isEmpty else { return explain(node, json).violations }
        // A schema that allows nothing: what is wrong is that the part is there, as the keyword around says.
        evaluationPath.removeLast(tokens.count)
        defer { evaluationPath += tokens }
        let isProperty = tokens.first?.hasSuffix("roperties") ?? false
        let what = isProperty ? "no property \(Phrase.quoted(part))" : "no element at \(part)"
        let location = owner.pointee.location.pointee
        return [
            Violation(
                instancePointer: JSONPointer(tokens: instancePath),
                schemaPointer: JSONPointer(tokens: location.pointer.tokens + tokens),
                schemaDocument: location.document,
                evaluationPath: JSONPointer(tokens: evaluationPath + tokens), keyword: tokens.first ?? "false",
                message: "expected \(what), found \(Phrase.found(json))", expected: what, found: Phrase.found(json))
        ]
    }

    // MARK: - Scalars

    private func check(
        _ node: NodeRef, _ rules: UnsafeMutablePointer<NumberRules>, _ number: JSONNumber
    ) -> [Violation] {
        var result: [Violation] = []
        let rules = rules.pointee
        if let bound = rules.minimum, number < bound {
            result.append(assertion(node, "minimum", "at least \(bound)", number.text))
        }
        if let bound = rules.maximum, bound < number {
            result.append(assertion(node, "maximum", "at most \(bound)", number.text))
        }
        if let bound = rules.exclusiveMinimum, !(bound < number) {
            result.append(assertion(node, "exclusiveMinimum", "more than \(bound)", number.text))
        }
        if let bound = rules.exclusiveMaximum, !(number < bound) {
            result.append(assertion(node, "exclusiveMaximum", "less than \(bound)", number.text))
        }
        if let divisor = rules.multipleOf, !number.isMultiple(of: divisor) {
            result.append(assertion(node, "multipleOf", "a multiple of \(divisor)", number.text))
        }
        return result
    }

    private func check(_ node: NodeRef, _ rules: UnsafeMutablePointer<StringRules>, _ string: String) -> [Violation] {
        var result: [Violation] = []
        let rules = rules.pointee
        let length = string.unicodeScalars.count
        let found = "\(length) (\(Phrase.quoted(string)))"
        if length < rules.minLength {
            result.append(assertion(node, "minLength", "at least \(Phrase.count(rules.minLength, "character"))", found))
        }
        if length > rules.maxLength {
            result.append(assertion(node, "maxLength", "at most \(Phrase.count(rules.maxLength, "character"))", found))
        }
        if let pattern = rules.pattern {
            let expected = "a match of /\(pattern.source)/"
            switch pattern.match(in: string) {
            case .found: break
            case .absent: result.append(assertion(node, "pattern", expected, Phrase.quoted(string)))
            case .stopped:
                let message =
                    "expected \(expected), but the search in a text of \(Phrase.count(length, "character")) "
                    + "was stopped after too many steps: simplify the pattern"
                result.append(violation(node, ["pattern"], message, expected: expected))
            }
        }
        if let format = rules.format, !format.matches(string) {
            result.append(assertion(node, "format", format.phrase, Phrase.quoted(string)))
        }
        return result
    }

    // MARK: - Arrays

    private mutating func explainArray(
        _ node: NodeRef, _ pointer: UnsafeMutablePointer<ArrayRules>, _ elements: [JSON], _ result: inout Result
    ) {
        let rules = pointer.pointee
        let found = "\(elements.count)"
        if elements.count < rules.minItems {
            result.violations.append(
                assertion(node, "minItems", "at least \(Phrase.count(rules.minItems, "element"))", found))
        }
        if elements.count > rules.maxItems {
            result.violations.append(
                assertion(node, "maxItems", "at most \(Phrase.count(rules.maxItems, "element"))", found))
        }
        if rules.uniqueItems,
            let (first, second) = elements.withUnsafeBufferPointer({ Distinct.firstRepetition(in: $0) })
        {
            let found = "equal ones at \(first) and \(second)"
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
        for (index, element) in elements.enumerated() where explain(contains, element).violations.isEmpty {
            matches += 1
            if rules.containsEvaluates { result.marks.insert(index) }
        }
        let found = "\(matches) among \(elements.count)"
        if matches < rules.minContains {
            let isBound = rules.minContains != 1
            let expected = "at least \(Phrase.count(rules.minContains, "matching element"))"
            result.violations.append(assertion(node, isBound ? "minContains" : "contains", expected, found))
        }
        if matches > rules.maxContains {
            let expected = "at most \(Phrase.count(rules.maxContains, "matching element"))"
            result.violations.append(assertion(node, "maxContains", expected, found))
        }
    }

    // MARK: - Objects

    private mutating func explainObject(
        _ node: NodeRef, _ pointer: UnsafeMutablePointer<ObjectRules>, _ members: JSONObject, _ result: inout Result
    ) {
        let rules = pointer.pointee
        let found = "\(members.count)"
        if members.count < rules.minProperties {
            let expected = "at least \(Phrase.count(rules.minProperties, "member"))"
            result.violations.append(assertion(node, "minProperties", expected, found))
        }
        if members.count > rules.maxProperties {
            let expected = "at most \(Phrase.count(rules.maxProperties, "member"))"
            result.violations.append(assertion(node, "maxProperties", expected, found))
        }
        for key in rules.required.keys where members[key] == nil {
            result.violations.append(missing(node, "required", key, ""))
        }
        for dependency in rules.dependentRequired where members[dependency.key] != nil {
            for key in dependency.required where members[key] == nil {
                let reason = " beside \(Phrase.quoted(dependency.key))"
                result.violations.append(missing(node, dependency.keyword, key, reason))
            }
        }
        for (position, (key, value)) in members.enumerated() {
            explainMember(node, rules, position, key, value, &result)
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

    private func missing(_ node: NodeRef, _ keyword: String, _ key: String, _ reason: String) -> Violation {
        violation(
            node, [keyword], "expected a property \(Phrase.quoted(key))\(reason), found none",
            expected: "a property \(Phrase.quoted(key))", found: "none")
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
            result.violations += apply(
                rules.propertyNodes[property], value, at: key, owner: node, "properties", key)
        }
        for (pattern, schema) in rules.patterns {
            switch pattern.match(in: key) {
            case .found:
                isEvaluated = true
                result.violations += apply(
                    schema, value, at: key, owner: node, "patternProperties", pattern.source)
            case .absent: break
            case .stopped:
                let message =
                    "the search for /\(pattern.source)/ in the key \(Phrase.quoted(key)) was stopped after too many "
                    + "steps: simplify the pattern"
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

extension TypeSet {
    func allows(_ json: JSON) -> Bool {
        switch json {
        case .null: contains(.null)
        case .bool: contains(.boolean)
        case .number(let number): contains(.fraction) || contains(.integer) && number.isInteger
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        }
    }
}

extension Violation {
    /// The violation of a key's schema, told as one of the object that has the key.
    fileprivate func renamed(key: String, in object: JSONPointer) -> Violation {
        Violation(
            instancePointer: object, schemaPointer: schemaPointer, schemaDocument: schemaDocument,
            evaluationPath: evaluationPath, keyword: keyword, message: "the key \(Phrase.quoted(key)): \(message)",
            expected: expected, found: found)
    }
}
