import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

/// The schemas of a document, converted to those of a contract. Objects that responses return become models. Other
/// referenced schemas become `$defs`.
struct OpenAPISchemas {
    let document: OpenAPIDocument
    let bound: BoundNames?
    let responses: SchemaDocument
    let requests: SchemaDocument
    var modelNames = DistinctNames()
    private var definitionNames = DistinctNames()
    /// The place of each schema in the contract, such as `/models/Pet/schema` or `/$defs/Pets`.
    var places: [Key: JSONPointer] = [:]
    var models: [ModelDraft] = []
    /// The schemas of `models`, in the same order.
    var modelViews: [SchemaView] = []
    var placements: [JSONPointer: [ResponseModels.Placement]] = [:]
    var returned: Set<String> = []
    private var definitions: JSONObject = [:]
    /// Referenced schemas that are not carried over yet.
    private var waiting: [(key: Key, name: String)] = []

    /// The referenced schemas that requests and responses read differently, themselves or through a reference.
    private let directional: Set<JSONPointer>

    /// Schemas that requests spell out, so that the contract has no entry for them.
    private var inlinedComponents: Set<JSONPointer> = []

    let faults: [SourceFault]

    struct Key: Hashable {
        let pointer: JSONPointer
        let direction: SchemaLibrary.Direction
    }

    init(_ document: OpenAPIDocument, bound: BoundNames?) {
        self.document = document
        self.bound = bound
        let libraries = [SchemaLibrary.Direction.response, .request].map { document.schemas(for: $0).repaired() }
        faults = libraries.flatMap(\.faults)
        responses = libraries[0].document
        requests = libraries[1].document
        directional = Self.directional(libraries[0].root, libraries[1].root)
    }

    private static func directional(_ responses: JSON, _ requests: JSON) -> Set<JSONPointer> {
        if responses == requests { return [] }
        var users: [JSONPointer: Set<JSONPointer>] = [:]
        let all = targets(in: responses)
        for user in all {
            for target in targets(in: responses[pointer: user]) { users[target, default: []].insert(user) }
        }
        return all.filter { responses[pointer: $0] != requests[pointer: $0] }.reaching { users[$0] ?? [] }
    }

    private static func targets(in json: JSON?) -> Set<JSONPointer> { Set(json?.localReferences.map(carried) ?? []) }

    /// Returns the schema that a reference carries over: the whole component that contains its target.
    private static func carried(_ pointer: JSONPointer) -> JSONPointer {
        let isInComponent = pointer.tokens.starts(with: ["components", "schemas"])
        return isInComponent ? JSONPointer(tokens: Array(pointer.tokens.prefix(3))) : pointer
    }

    // MARK: - Reading

    /// Returns the schema at a place, with the document's own references.
    func raw(_ pointer: JSONPointer, _ direction: SchemaLibrary.Direction) -> JSON {
        (direction == .request ? requests : responses).root[pointer: pointer] ?? true
    }

    /// Returns the schema objects of a request that must all hold, with local references resolved.
    func parts(of schema: JSON) -> [JSONObject] {
        SchemaView.assumed(schema, in: requests).conjuncts.compactMap(\.json.objectValue)
    }

    /// The form of a parameter or field: one value, a list, or an object.
    enum Shape { case value, list, object }

    func shape(of schema: JSON) -> Shape {
        let facts = facts(of: schema)
        let types = facts.plainTypes ?? facts.alternativeTypes ?? []
        if types.contains(.array) { return types == [.array] ? .list : .value }
        return types.contains(.object) || !facts.properties.isEmpty ? .object : .value
    }

    func facts(of schema: JSON) -> SchemaFacts { SchemaFacts([SchemaView.assumed(schema, in: requests)]) }

    func isObject(_ schema: JSON) -> Bool {
        let parts = parts(of: schema)
        return parts.contains { $0["properties"]?.objectValue?.isEmpty == false }
            && parts.allSatisfy { $0["type"].map { $0 == "object" || $0 == ["object", "null"] } ?? true }
            && !parts.contains { $0["anyOf"] != nil || $0["oneOf"] != nil }
    }

    // MARK: - Carrying over

    mutating func schema(at pointer: JSONPointer, _ direction: SchemaLibrary.Direction) -> JSON {
        rewritten(raw(pointer, direction), at: pointer, direction)
    }

    /// Rewrites references to point into the contract. An inline model at `pointer` becomes a reference.
    mutating func rewritten(
        _ schema: JSON, at pointer: JSONPointer? = nil, _ direction: SchemaLibrary.Direction
    ) -> JSON {
        if direction == .response, let pointer, let place = places[Key(pointer: pointer, direction: .response)] {
            return ["$ref": .string(SchemaReference.text(to: place))]
        }
        return carryOver(schema, at: pointer, direction)
    }

    /// Returns the schema itself with all references in it rewritten.
    private mutating func carryOver(
        _ schema: JSON, at pointer: JSONPointer?, _ direction: SchemaLibrary.Direction
    ) -> JSON {
        guard case .object(var members) = schema else { return schema }
        for (keyword, value) in members {
            switch keyword {
            // Schemas in a contract have no URI of their own.
            case "$id", "$schema": members[keyword] = nil
            case "$ref":
                guard let text = value.stringValue, let place = place(of: text, direction) else { continue }
                members[keyword] = .string(SchemaReference.text(to: place))
            default:
                guard let shape = SubschemaShape(keyword: keyword) else { continue }
                members[keyword] = shape.map(value) { tokens, schema in
                    let place = pointer.map { JSONPointer(tokens: $0.tokens + [keyword] + tokens) }
                    return rewritten(schema, at: place, direction)
                }
            }
        }
        return .object(members)
    }

    /// Returns the contract's place for the target of a reference, or `nil` for an anchor.
    private mutating func place(of reference: String, _ direction: SchemaLibrary.Direction) -> JSONPointer? {
        guard let pointer = SchemaReference(reference).localPointer else { return nil }
        let carried = Self.carried(pointer)
        let place = place(of: carried, direction)
        return JSONPointer(tokens: place.tokens + pointer.tokens.dropFirst(carried.tokens.count))
    }

    private mutating func place(of pointer: JSONPointer, _ direction: SchemaLibrary.Direction) -> JSONPointer {
        let key = Key(pointer: pointer, direction: directional.contains(pointer) ? direction : .response)
        if let place = places[key] { return place }
        let words = pointer.tokens.filter { !["components", "schemas", "paths", "schema", "content"].contains($0) }
        let source = words.count == 1 ? words[0] : Naming.upperCamel(words.suffix(3).joined(separator: " "))
        let name = (Naming.safe(source) ?? "Schema") + (key.direction == .request ? "Request" : "")
        let distinct = definitionNames.take(name)
        let place = JSONPointer(tokens: ["$defs", distinct])
        places[key] = place
        waiting.append((key, distinct))
        return place
    }

    mutating func addExample(_ json: JSON, to name: String) {
        guard let index = models.firstIndex(where: { $0.name == name }), models[index].examples.count < 3,
            !models[index].examples.contains(json)
        else { return }
        models[index].examples.append(json)
    }

    var carriedOver: [JSONPointer] { places.keys.map(\.pointer) + inlinedComponents }

    mutating func recordInlined(_ pointers: [JSONPointer]) { inlinedComponents.formUnion(pointers) }

    /// The document's place of each contract entry, such as `model Pet` or `definition Pets`.
    var origins: [(entry: String, pointer: JSONPointer)] {
        places.compactMap { key, place in
            guard place.tokens.count > 1, let part = ContractKeys.Service(rawValue: place.tokens[0]) else { return nil }
            return ("\(ContractUpdate.noun(part)) \(place.tokens[1])", key.pointer)
        }
    }

    // MARK: - Finishing

    mutating func finished(
        isWhole: Bool, _ notes: inout OpenAPINotes
    ) -> (models: [ModelDraft], definitions: JSONObject) {
        carryOverWaiting()
        let draft = SchemaDocument(root: .object(root))
        var madeUp: [String] = []
        noteUndescribed(in: draft, &notes)
        for index in models.indices {
            let name = models[index].name
            let schema = draft.schema(at: Self.place(ofModel: name))
            // The schema's own examples come first, because its author wrote them for it.
            let own = models[index].schema["examples"]?.arrayValue ?? []
            let all = own + models[index].examples.filter { !own.contains($0) }
            models[index].examples = all.filter { schema?.accepts($0) ?? false }
            let broken = all.count - models[index].examples.count
            if broken > 0 {
                let place = places.first { $0.value == Self.place(ofModel: name) }?.key.pointer ?? .root
                let verb = broken == 1 ? "violates" : "violate"
                notes.add(place, "\(broken) of the examples of '\(name)' \(verb) its own schema")
            }
            guard models[index].examples.isEmpty else { continue }
            // A model without an example could not be checked.
            let view = SchemaView.assumed(models[index].schema, in: draft)
            let sample = SchemaSampler(prefersText: true).values(of: [view]).first { schema?.accepts($0) ?? false }
            guard let sample, let schema else { continue }
            models[index].examples = [InstanceCompletion.whole(sample, of: view, schema)]
            madeUp.append("'\(name)'")
        }
        if !madeUp.isEmpty {
            notes.add(
                document.schemas.first?.pointer ?? .root,
                "the document has no example of \(madeUp.shortened); one of each is made up")
        }
        let unused = isWhole ? unusedSchemas : []
        if let first = unused.first {
            notes.add(first.pointer, "schemas that no operation refers to: \(unused.map(\.name).shortened)")
        }
        return (models, definitions)
    }

    private var unusedSchemas: [OpenAPIDocument.NamedSchema] {
        let used = Set(["paths", "webhooks"].flatMap { Self.targets(in: responses.root[$0]) })
            .reaching { Self.targets(in: responses.root[pointer: $0]) }
        return document.schemas.filter { !used.contains($0.pointer) }
    }

    /// Notes required members that no property describes. Most of them are misspelled.
    private func noteUndescribed(in draft: SchemaDocument, _ notes: inout OpenAPINotes) {
        for (key, place) in places.sorted(by: { $0.value.description < $1.value.description }) {
            guard key.direction == .response, let view = draft.view(at: place) else { continue }
            var known: Set<[SchemaView]> = []
            for name in Self.undescribed([view], depth: 4, &known) {
                notes.add(key.pointer, "'\(name)' is required, but no property describes it")
            }
        }
    }

    private static func undescribed(_ views: [SchemaView], depth: Int, _ known: inout Set<[SchemaView]>) -> [String] {
        // Schemas that refer to each other have far more paths than schemas.
        guard depth > 0, known.insert(views).inserted else { return [] }
        let facts = SchemaFacts(views)
        let properties = facts.properties
        if properties.isEmpty { return [] }
        let isOpen =
            !facts.patternProperties.isEmpty || facts.additional?.contains { $0.json.objectValue != nil } ?? false
        let described = Set(properties.map(\.key))
        let own = isOpen ? [] : facts.required.filter { !described.contains($0) }
        // The target of a reference is examined on its own.
        return own
            + properties.flatMap { property in
                let here = property.schemas.filter { $0.target == nil }
                let items = SchemaFacts(here).items.filter { $0.target == nil }
                return undescribed(here, depth: depth - 1, &known) + undescribed(items, depth: depth - 1, &known)
            }
    }

    var root: JSONObject {
        [
            "models": .object(JSONObject(models.map { ($0.name, ["schema": $0.schema]) })),
            "$defs": .object(definitions),
        ]
    }

    mutating func carryOverWaiting() {
        while let (key, name) = waiting.popLast() {
            definitions[name] = carryOver(raw(key.pointer, key.direction), at: key.pointer, key.direction)
        }
    }

    mutating func carryOverModels() {
        for (index, view) in modelViews.enumerated() {
            let schema = carryOver(view.json, at: view.pointer, .response)
            models[index].schema = schema
            models[index].summary = schema["description"]?.stringValue.map { String($0.prefix { $0 != "\n" }) }
        }
    }
}
