import JSONSchema

/// The discriminators of a document, as the values of a member that select each schema.
///
/// JSON Schema has no discriminators, so each alternative is restricted to its own values. A value that selects no
/// alternative is invalid, as the discriminator intends.
struct Discriminators {
    struct Alternative {
        let reference: String
        let tags: [String]
    }

    /// The key under `$defs` of a parent's own schema.
    static let base = "base"

    private let schemas: SchemaDocument
    /// The components that inherit from each component by `allOf`.
    private var subtypes: [String: [String]] = [:]
    /// The alternatives of each component that others inherit from.
    private var alternatives: [String: [Alternative]] = [:]

    init(_ schemas: SchemaDocument) {
        self.schemas = schemas
        let components = schemas.root["components"]?["schemas"]?.objectValue ?? [:]
        for (name, schema) in components {
            for part in schema["allOf"]?.arrayValue ?? [] {
                guard let parent = part["$ref"]?.stringValue.flatMap(Self.component) else { continue }
                subtypes[parent, default: []].append(name)
            }
        }
        let parents = components.filter { name, schema in
            subtypes[name] != nil && Self.property(of: schema) != nil && schema["oneOf"] == nil
                && schema["anyOf"] == nil
        }
        let named = parents.map { ($0.key, members(of: $0.key, $0.value)) }.filter { $0.1.count > 1 }
        let bases = Set(named.map(\.0))
        for (name, members) in named {
            alternatives[name] = members.map { member in
                Alternative(
                    reference: Self.reference(to: member.name, isBase: bases.contains(member.name)), tags: member.tags)
            }
        }
    }

    static func property(of schema: JSON) -> String? { schema["discriminator"]?["propertyName"]?.stringValue }

    // MARK: - Inheritance

    func alternatives(of component: String) -> [Alternative]? { alternatives[component] }

    /// Returns the reference by which a component inherits: to the parent's own schema, not the choice among subtypes.
    func inherited(_ reference: String) -> String? {
        guard let parent = Self.component(reference), alternatives[parent] != nil else { return nil }
        return Self.reference(to: parent, isBase: true)
    }

    private static func reference(to component: String, isBase: Bool) -> String {
        SchemaReference.text(
            to: JSONPointer(tokens: ["components", "schemas", component] + (isBase ? ["$defs", base] : [])))
    }

    private static func component(_ reference: String) -> String? {
        guard let tokens = SchemaReference(reference).localPointer?.tokens, tokens.count == 3,
            tokens.starts(with: ["components", "schemas"])
        else { return nil }
        return tokens[2]
    }

    /// Returns the mapped components and the unmapped subtypes. Without a mapping, the parent is included.
    private func members(of parent: String, _ schema: JSON) -> [(name: String, tags: [String])] {
        guard let property = Self.property(of: schema) else { return [] }
        var members = mapping(of: schema)
        var seen = Set(members.map(\.name))
        let hasMapping = !members.isEmpty
        var waiting = hasMapping ? subtypes[parent] ?? [] : [parent]
        var passed: Set<String> = []
        while !waiting.isEmpty {
            let name = waiting.removeFirst()
            guard passed.insert(name).inserted else { continue }
            let own = self.subtypes[name] ?? []
            waiting += own
            // With a mapping, a component with subtypes is only an intermediate step.
            guard !hasMapping || own.isEmpty, seen.insert(name).inserted else { continue }
            members.append((name, [name]))
        }
        return members.compactMap { name, tags in
            let tags = self.tags(of: name, property, named: tags, implicit: name)
            return tags.isEmpty ? nil : (name, tags)
        }
    }

    // MARK: - Alternatives

    /// Returns the tags of each branch, with `nil` for a null branch. Returns `nil` if tags are missing or not unique.
    func tags(of schema: JSON, _ branches: [JSON]) -> [[String]?]? {
        guard let property = Self.property(of: schema) else { return nil }
        let mapping = mapping(of: schema)
        var taken: Set<String> = []
        var all: [[String]?] = []
        for branch in branches {
            if SchemaView.assumed(branch, in: schemas).isNull {
                all.append(nil)
                continue
            }
            let name = branch["$ref"]?.stringValue.flatMap(Self.component)
            let named = mapping.first { $0.name == name }?.tags ?? []
            let tags = self.tags(of: branch, property, named: named, implicit: name)
            guard !tags.isEmpty, tags.allSatisfy({ taken.insert($0).inserted }) else { return nil }
            all.append(tags)
        }
        return taken.count > 1 ? all : nil
    }

    static func tagged(_ branch: JSON, _ property: String, _ tags: [String], isPartial: Bool) -> JSON {
        let tag: JSON = tags.count == 1 ? ["const": .string(tags[0])] : ["enum": .array(tags.map(JSON.string))]
        var limits: JSONObject = ["type": "object", "properties": [property: tag]]
        if !isPartial { limits["required"] = [.string(property)] }
        guard var members = branch.objectValue, members.count == 1, members["$ref"] != nil else {
            return ["allOf": [branch, .object(limits)]]
        }
        for (key, value) in limits { members[key] = value }
        return .object(members)
    }

    private func tags(of name: String, _ property: String, named: [String], implicit: String) -> [String] {
        tags(of: ["$ref": .string(Self.reference(to: name, isBase: false))], property, named: named, implicit: implicit)
    }

    /// Returns the tags of a schema. Values that the schema itself allows take precedence over its names.
    private func tags(of schema: JSON, _ property: String, named: [String], implicit: String?) -> [String] {
        let facts = SchemaFacts([.assumed(schema, in: schemas)])
        guard facts.types.contains(.object) else { return [] }
        let said = facts.objects.flatMap(\.properties).filter { $0.name == property }.map(\.view)
        // The schema's name is the default.
        let names = named.isEmpty ? [implicit].compactMap(\.self) : named
        guard let own = SchemaFacts(said).enumeration?.compactMap(\.stringValue) else {
            let isClosed = facts.objects.contains { $0.additional?.json == false }
            return said.isEmpty && isClosed ? [] : names
        }
        let both = names.filter(own.contains)
        return both.isEmpty ? own : both
    }

    private func mapping(of schema: JSON) -> [(name: String, tags: [String])] {
        let targets = (schema["discriminator"]?["mapping"]?.objectValue ?? [:]).compactMap { tag, target in
            target.stringValue.map { (name: Self.component($0) ?? $0, tag: tag) }
        }
        return targets.filter { schemas.root["components"]?["schemas"]?[$0.name] != nil }
            .grouped(by: \.name).map { ($0.key, $0.elements.map(\.tag)) }
    }
}
