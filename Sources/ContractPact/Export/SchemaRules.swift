import JSONSchema

/// A part of a contract that a Pact cannot express.
struct PactLoss {
    let what: String
    let place: String
}

struct RuleSetJSON {
    var matchers: [JSON]
    var combination: RuleSet.Combination = .all

    var json: JSON { ["combine": .string(combination.rawValue), "matchers": .array(matchers)] }

    static func text(_ pattern: String) -> JSON { ["match": "regex", "regex": .string(pattern)] }
}

/// Converts a value and its schema to a Pact example with matching rules.
///
/// An example keeps only the members that the contract describes. One element stands for a whole array. Its optional
/// members are dropped, because a Pact has no optional members.
struct SchemaRules {
    private(set) var rules: [(path: RulePath, set: RuleSetJSON)] = []
    private(set) var losses: [PactLoss] = []
    private let version: PactDocument.Version

    init(version: PactDocument.Version) { self.version = version }

    var json: JSONObject { JSONObject(rules.map { ($0.path.description, $0.set.json) }) }

    mutating func example(
        of value: JSON, _ schemas: [SchemaView], at path: RulePath = RulePath(), isEveryElement: Bool = false
    ) -> JSON {
        let facts = SchemaFacts(schemas)
        let allowsNull = !schemas.isEmpty && schemas.allSatisfy(\.allowsNull) && facts.types != .all
        if !facts.anyOf.isEmpty || !facts.oneOf.isEmpty, !value.isNull {
            lose("alternatives of the schema", path)
            add(["match": "type"], path, allowsNull)
            return value
        }
        switch value {
        case .object(let object):
            if allowsNull { add(["match": "type"], path, true) }
            return .object(members(of: object, facts, at: path, isEveryElement: isEveryElement))
        case .array(let elements): return .array(self.elements(elements, facts, at: path))
        case .null:
            guard facts.types != .null else {
                add(["match": "null"], path)
                return value
            }
            // A `null` example implies no type.
            let isText = facts.types.subtracting(.null) == .string
            let rule = scalarRule(of: nil, facts, path) ?? ["match": "type"]
            add(isText && rule == ["match": "type"] ? RuleSetJSON.text("[\\s\\S]*") : rule, path, true)
            return value
        case .bool, .number, .string:
            if let rule = scalarRule(of: value, facts, path) { add(rule, path, allowsNull) }
            return value
        }
    }

    private mutating func members(
        of object: JSONObject, _ facts: SchemaFacts, at path: RulePath, isEveryElement: Bool
    ) -> JSONObject {
        let declared = facts.declaredNames
        guard !declared.isEmpty || !facts.isClosed else { return object }
        if declared.isEmpty {
            guard let first = object.first, let additional = facts.additional, !additional.isEmpty else {
                return object
            }
            rules.append((path, RuleSetJSON(matchers: [["match": "values"]] + nameRules(facts, path))))
            let inner = example(of: first.value, additional, at: path.appending(.any), isEveryElement: true)
            return [first.key: inner]
        }
        var kept = JSONObject()
        for (name, value) in object where declared.contains(name) {
            let isRequired = facts.requires(name)
            if !isRequired {
                lose(
                    isEveryElement ? "an optional member is left out" : "an optional member is expected",
                    path.appending(.key(name)))
                if isEveryElement { continue }
            }
            kept[name] = example(
                of: value, facts.member(name).schemas, at: path.appending(.key(name)),
                isEveryElement: isEveryElement)
        }
        return kept
    }

    private mutating func nameRules(_ facts: SchemaFacts, _ path: RulePath) -> [JSON] {
        let schemas = facts.sources.compactMap { $0.child("propertyNames") }
        guard !schemas.isEmpty else { return [] }
        guard version == .v4, let pattern = SchemaFacts(schemas).patterns.first else {
            lose("the names of an object's members", path)
            return []
        }
        return [["match": "eachKey", "rules": [RuleSetJSON.text(Self.wholeText(pattern))]]]
    }

    /// Returns examples of the elements that an array must contain, or `nil` if the schema requires none.
    private mutating func contained(_ elements: [JSON], _ facts: SchemaFacts, at path: RulePath) -> [JSON]? {
        let schemas = facts.sources.compactMap { $0.child("contains") }
        guard !schemas.isEmpty, facts.element(at: 0).isEmpty else { return nil }
        var examples: [JSON] = []
        var variants: [JSON] = []
        for schema in schemas {
            guard version == .v4, let compiled = schema.schema, let element = elements.first(where: compiled.accepts)
            else {
                lose("the required elements of an array", path)
                continue
            }
            var inner = SchemaRules(version: version)
            let example = inner.example(of: element, [schema])
            for loss in inner.losses { lose(loss.what, path) }
            variants.append(["index": JSON(examples.count), "rules": .object(inner.json)])
            examples.append(example)
        }
        add(variants.isEmpty ? ["match": "type"] : ["match": "arrayContains", "variants": .array(variants)], path)
        return examples
    }

    private mutating func elements(_ elements: [JSON], _ facts: SchemaFacts, at path: RulePath) -> [JSON] {
        let bounds = facts.elementCounts
        if facts.prefixLength > 0 {
            return elements.enumerated().map { index, value in
                example(of: value, facts.element(at: index), at: path.appending(.index(index)))
            }
        }
        if let examples = contained(elements, facts, at: path) { return examples }
        guard let first = elements.first(where: { !$0.isNull }) ?? elements.first else {
            add(["match": "type"], path)
            return []
        }
        var rule: JSONObject = ["match": "type"]
        if bounds.least > 0 { rule["min"] = JSON(bounds.least) }
        if let greatest = bounds.greatest { rule["max"] = JSON(greatest) }
        add(.object(rule), path)
        return [example(of: first, facts.element(at: 0), at: path.appending(.any), isEveryElement: true)]
    }

    /// Returns the rule for a scalar, or `nil` if only this value is valid.
    private mutating func scalarRule(of value: JSON?, _ facts: SchemaFacts, _ path: RulePath) -> JSON? {
        if let values = facts.values {
            let scalars = values.filter { !$0.isNull }
            if scalars.count == 1, scalars[0] == value { return nil }
            let texts = scalars.mapAll {
                $0.stringValue.map(Pattern.literally) ?? $0.numberValue.map { Pattern.literally($0.text) }
            }
            return texts.map { RuleSetJSON.text("^(\($0.joined(separator: "|")))$") } ?? ["match": "type"]
        }
        let type = facts.types.subtracting(.null)
        if facts.lowerBound != nil || facts.upperBound != nil || !facts.divisors.isEmpty {
            lose("bounds of a number", path)
        }
        if type == .integer || facts.isPlainInteger { return ["match": "integer"] }
        if type == .number { return ["match": "number"] }
        if type == .boolean { return ["match": "boolean"] }
        guard type == .string else { return ["match": "type"] }
        if facts.lengths.isOpen == false { lose("the length of a string", path) }
        if facts.patterns.count > 1 { lose("all patterns but the first", path) }
        if let pattern = facts.patterns.first { return RuleSetJSON.text(Self.wholeText(pattern)) }
        return facts.formats.lazy.compactMap { Self.patterns[$0] }.first.map { RuleSetJSON.text("^\($0)$") }
            ?? ["match": "type"]
    }

    /// Patterns of formats, in a syntax that all verifiers' regular expressions share.
    private static let patterns = [
        "date": #"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#,
        "date-time":
            #"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})"#,
        "uuid": "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
        "uri": "[a-zA-Z][a-zA-Z0-9+.-]*:.*", "email": "[^@]+@[^@]+", "ipv4": #"\d{1,3}(\.\d{1,3}){3}"#,
    ]

    /// Anchors a pattern. JSON Schema searches for it anywhere, but some verifiers match the whole string.
    static func wholeText(_ pattern: String) -> String {
        let isAnchored = (pattern.hasPrefix("^"), pattern.hasSuffix("$") && !pattern.hasSuffix("\\$"))
        if pattern.contains("|") {
            return isAnchored == (true, true) && !pattern.contains("|^") ? pattern : "^.*(\(pattern)).*$"
        }
        return (isAnchored.0 ? "" : "^.*") + pattern + (isAnchored.1 ? "" : ".*$")
    }

    private mutating func add(_ rule: JSON, _ path: RulePath, _ allowsNull: Bool = false) {
        let set = RuleSetJSON(
            matchers: allowsNull ? [rule, ["match": "null"]] : [rule], combination: allowsNull ? .any : .all)
        rules.append((path, set))
    }

    private mutating func lose(_ what: String, _ path: RulePath) {
        losses.append(PactLoss(what: what, place: path.description))
    }
}
