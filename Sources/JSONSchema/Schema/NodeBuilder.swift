struct NodeBuilder {
    let graph: SchemaGraph
    let site: SchemaGraph.Site
    private var strings = StringRules() { didSet { used.insert(.strings) } }
    private var numbers = NumberRules() { didSet { used.insert(.numbers) } }
    private var arrays = ArrayRules() { didSet { used.insert(.arrays) } }
    private var objects = ObjectRules() { didSet { used.insert(.objects) } }
    private var general = GeneralRules() { didSet { used.insert(.general) } }
    /// The groups of which any rule is set.
    private var used: Groups = []

    private struct Groups: OptionSet {
        let rawValue: UInt8
        static let strings = Groups(rawValue: 1)
        static let numbers = Groups(rawValue: 2)
        static let arrays = Groups(rawValue: 4)
        static let objects = Groups(rawValue: 8)
        static let general = Groups(rawValue: 16)
    }

    init(graph: SchemaGraph, site: SchemaGraph.Site) {
        self.graph = graph
        self.site = site
    }

    mutating func build(_ empty: SchemaNode) throws(SchemaError) -> SchemaNode {
        var node = empty
        let members: JSONObject
        switch site.json {
        case .bool(let allowed):
            node.types = allowed ? .all : []
            return node
        case .object(let object): members = object
        case .null, .number, .string, .array:
            throw graph.error(
                "expected an object or a boolean as a schema, found \(site.json.typeName)", at: site.place)
        }
        let vocabularies = site.resource.dialect.vocabularies
        for (keyword, value) in members {
            try addReference(keyword, value)
            if vocabularies.contains(.applicator) { try addApplicator(keyword, value, members) }
            if vocabularies.contains(.unevaluated) { try addUnevaluated(keyword, value) }
            if vocabularies.contains(.validation) {
                if keyword == "type" { node.types = try types(value) }
                try addAssertion(keyword, value, members)
            }
            if keyword == "format" { try addFormat(value) }
        }
        if let minimum = numbers.minimum, case .small(let bound, 0) = minimum.storage, numbers.maximum == nil,
            numbers.exclusiveMinimum == nil, numbers.exclusiveMaximum == nil, numbers.multipleOf == nil
        {
            numbers.onlyMinimum = bound
        }
        node.hasUnevaluated = arrays.unevaluated != nil || objects.unevaluated != nil
        if used.contains(.strings) { node.strings = graph.arena.store(strings) }
        if used.contains(.numbers) { node.numbers = graph.arena.store(numbers) }
        if used.contains(.arrays) { node.arrays = graph.arena.store(arrays) }
        if used.contains(.objects) { node.objects = graph.arena.store(objects) }
        if used.contains(.general) { node.general = graph.arena.store(general) }
        return node
    }

    // MARK: - Subschemas

    private func node(_ json: JSON, _ tokens: String...) -> NodeRef {
        graph.node(for: graph.walkedSite(json, at: site.place.appending(tokens), near: site))
    }

    private func nodes(_ value: JSON, _ keyword: String) throws(SchemaError) -> [NodeRef] {
        guard case .array(let elements) = value else { throw fault(keyword, "a non-empty array of schemas", value) }
        return elements.enumerated().map { node($1, keyword, String($0)) }
    }

    private func schemas(_ value: JSON, _ keyword: String) throws(SchemaError) -> JSONObject {
        guard case .object(let object) = value else { throw fault(keyword, "an object of schemas", value) }
        return object
    }

    private func fault(_ keyword: String, _ expected: String, _ found: JSON) -> SchemaError {
        graph.error("expected \(expected), found \(Phrase.found(found).rendered())", at: site.place, keyword)
    }

    private mutating func addReference(_ keyword: String, _ value: JSON) throws(SchemaError) {
        let draft = site.resource.dialect.draft
        switch keyword {
        case "$ref":
            guard let text = value.stringValue else { throw fault(keyword, "a URI reference", value) }
            general.reference = graph.node(for: try graph.resolve(text, from: site, keyword: keyword).site)
        case "$dynamicRef" where draft == .draft2020:
            guard let text = value.stringValue else { throw fault(keyword, "a URI reference", value) }
            let (target, anchor) = try graph.resolve(text, from: site, keyword: keyword)
            setDynamicReference(graph.node(for: target), anchor)
        case "$recursiveRef" where draft == .draft2019:
            let target = try graph.resolve("#", from: site, keyword: keyword).site
            general.dynamicKeyword = keyword
            setDynamicReference(graph.node(for: target), graph.recursiveAnchor(of: target))
        default: break
        }
    }

    private mutating func setDynamicReference(_ node: NodeRef, _ anchor: Int32?) {
        general.dynamicReference = (node, anchor ?? -1)
        if anchor != nil { graph.isDynamic = true }
    }

    private mutating func addApplicator(_ keyword: String, _ value: JSON, _ members: JSONObject) throws(SchemaError) {
        switch keyword {
        case "allOf": general.allOf = graph.arena.store(try nodes(value, keyword))
        case "anyOf": general.anyOf = graph.arena.store(try nodes(value, keyword))
        case "oneOf": general.oneOf = graph.arena.store(try nodes(value, keyword))
        case "not": general.not = node(value, keyword)
        case "if":
            // On its own, `if` asserts nothing, but its evaluations count for the unevaluated keywords.
            general.condition = node(value, keyword)
        case "then": general.consequence = members["if"] == nil ? nil : node(value, keyword)
        case "else": general.alternative = members["if"] == nil ? nil : node(value, keyword)
        default:
            try addArrayApplicator(keyword, value, members)
            try addObjectApplicator(keyword, value)
        }
    }

    private mutating func addArrayApplicator(
        _ keyword: String, _ value: JSON, _ members: JSONObject
    ) throws(SchemaError) {
        let isOlder = site.resource.dialect.draft == .draft2019
        switch (keyword, value) {
        case ("prefixItems", _) where !isOlder: arrays.prefix = graph.arena.store(try nodes(value, keyword))
        case ("items", .array) where isOlder:
            arrays.prefix = graph.arena.store(try nodes(value, keyword))
            arrays.prefixKeyword = keyword
        case ("items", _): arrays.items = node(value, keyword)
        case ("additionalItems", _) where isOlder && members["items"]?.arrayValue != nil:
            arrays.items = node(value, keyword)
            arrays.itemsKeyword = keyword
        case ("contains", _):
            arrays.contains = node(value, keyword)
            arrays.containsEvaluates = !isOlder
        default: break
        }
    }

    private mutating func addObjectApplicator(_ keyword: String, _ value: JSON) throws(SchemaError) {
        switch keyword {
        case "properties":
            let schemas = try schemas(value, keyword)
            objects.properties = schemas.shape
            objects.propertyNodes = graph.arena.store(schemas.map { node($0.value, keyword, $0.key) })
        case "patternProperties":
            for (source, schema) in try schemas(value, keyword) {
                objects.patterns.append((try pattern(source, keyword, source), node(schema, keyword, source)))
            }
        case "additionalProperties": objects.additional = node(value, keyword)
        case "propertyNames": objects.names = node(value, keyword)
        case "dependentSchemas":
            for (key, schema) in try schemas(value, keyword) {
                objects.dependentSchemas.append((key, node(schema, keyword, key), keyword))
            }
        case "dependencies":
            for (key, dependency) in try schemas(value, keyword) {
                if case .array = dependency {
                    objects.dependentRequired.append((key, try names(dependency, keyword), keyword))
                } else {
                    objects.dependentSchemas.append((key, node(dependency, keyword, key), keyword))
                }
            }
        default: break
        }
    }

    private mutating func addUnevaluated(_ keyword: String, _ value: JSON) throws(SchemaError) {
        switch keyword {
        case "unevaluatedItems": arrays.unevaluated = node(value, keyword)
        case "unevaluatedProperties": objects.unevaluated = node(value, keyword)
        default: break
        }
    }

    // MARK: - Assertions

    private mutating func addAssertion(_ keyword: String, _ value: JSON, _ members: JSONObject) throws(SchemaError) {
        switch keyword {
        case "const": general.const = value
        case "enum":
            guard case .array(let values) = value else { throw fault(keyword, "an array", value) }
            general.enumeration = GeneralRules.Enumeration(values)
        case "minLength": strings.minLength = try count(keyword, value)
        case "maxLength": strings.maxLength = try count(keyword, value)
        case "pattern":
            guard let source = value.stringValue else { throw fault(keyword, "a regular expression", value) }
            strings.pattern = try pattern(source, keyword)
        case "minimum": numbers.minimum = try number(keyword, value)
        case "maximum": numbers.maximum = try number(keyword, value)
        case "exclusiveMinimum": numbers.exclusiveMinimum = try number(keyword, value)
        case "exclusiveMaximum": numbers.exclusiveMaximum = try number(keyword, value)
        case "multipleOf":
            let divisor = try number(keyword, value)
            guard divisor > JSONNumber(0) else { throw fault(keyword, "a number above 0", value) }
            // A division takes time in proportion to the digits of both numbers.
            guard divisor.text.utf8.count <= 1_000 else { throw fault(keyword, "at most 1,000 digits", value) }
            numbers.multipleOf = divisor
        case "minItems": arrays.minItems = try count(keyword, value)
        case "maxItems": arrays.maxItems = try count(keyword, value)
        case "uniqueItems":
            guard let unique = value.boolValue else { throw fault(keyword, "a boolean", value) }
            if unique { arrays.uniqueItems = true }
        case "minContains": arrays.minContains = try count(keyword, value)
        case "maxContains": arrays.maxContains = try count(keyword, value)
        case "minProperties": objects.minProperties = try count(keyword, value)
        case "maxProperties": objects.maxProperties = try count(keyword, value)
        case "required":
            objects.required = JSONObject(try names(value, keyword).map { ($0, .null) }).shape
        case "dependentRequired":
            for (key, names) in try schemas(value, keyword) {
                objects.dependentRequired.append((key, try self.names(names, keyword), keyword))
            }
        default: break
        }
    }

    private func types(_ value: JSON) throws(SchemaError) -> TypeSet {
        var types: TypeSet = []
        for name in value.arrayValue ?? [value] {
            guard let type = name.stringValue.flatMap(TypeSet.init(name:)) else {
                throw fault("type", "one of null, boolean, integer, number, string, array, object", name)
            }
            types.formUnion(type)
        }
        return types
    }

    private func count(_ keyword: String, _ value: JSON) throws(SchemaError) -> Int {
        guard let number = value.numberValue, number.isInteger, !(number < JSONNumber(0)) else {
            throw fault(keyword, "an integer of at least 0", value)
        }
        return number.intValue ?? .max
    }

    private func number(_ keyword: String, _ value: JSON) throws(SchemaError) -> JSONNumber {
        guard let number = value.numberValue else { throw fault(keyword, "a number", value) }
        return number
    }

    private func names(_ value: JSON, _ keyword: String) throws(SchemaError) -> [String] {
        guard case .array(let elements) = value else { throw fault(keyword, "an array of names", value) }
        return try elements.map { element throws(SchemaError) in
            guard let name = element.stringValue else { throw fault(keyword, "an array of names", element) }
            return name
        }
    }

    private func pattern(_ source: String, _ tokens: String...) throws(SchemaError) -> Pattern {
        if let known = graph.patterns[source] { return known }
        do {
            let pattern = try Pattern(source)
            graph.patterns[source] = pattern
            return pattern
        } catch {
            throw graph.error(
                "expected a regular expression (ECMA-262), found \"\(source)\": \(error)",
                at: site.place.appending(tokens))
        }
    }

    private mutating func addFormat(_ value: JSON) throws(SchemaError) {
        guard let name = value.stringValue else { throw fault("format", "the name of a format", value) }
        let asserts = graph.formats == .assert || site.resource.dialect.vocabularies.contains(.formatAssertion)
        // Nonstandard formats are annotations.
        guard asserts, let format = StringFormat.named[name] else { return }
        strings.format = format
    }
}
