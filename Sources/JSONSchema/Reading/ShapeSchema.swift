/// The shape of what a schema accepts: which members are there and the JSON types of everything, with no word on values.
///
/// It accepts every value of the schema, and values that only violate bounds, patterns, formats, counts or enumerations.
/// It accepts null for an optional member, and a missing member for a nullable one.
/// It is a document of its own, with each schema that it refers to.
package struct ShapeSchema {
    /// Indicates whether members that need not be there may be anything, as for code that reads what it cannot use as
    /// absent.
    private let opensOptional: Bool
    private var names: [SchemaView: String] = [:]
    private var waiting: [SchemaView] = []

    /// Compiles the shape of a schema; `nil` where that is undecidable, so that anything has it.
    package static func compiled(_ schema: SchemaView, opensOptional: Bool) -> Schema? {
        do { return try Schema(json(schema, opensOptional: opensOptional)) } catch { return nil }
    }

    package static func json(_ schema: SchemaView, opensOptional: Bool) -> JSON {
        var shape = ShapeSchema(opensOptional: opensOptional)
        var root = shape.reference(to: schema)
        var definitions: JSONObject = [:]
        while let next = shape.waiting.popLast(), let name = shape.names[next] {
            definitions[name] = shape.shape(of: next)
        }
        root["$defs"] = .object(definitions)
        return .object(root)
    }

    private mutating func reference(to schema: SchemaView) -> JSONObject {
        if names[schema] == nil {
            names[schema] = "schema\(names.count)"
            waiting.append(schema)
        }
        return ["$ref": .string("#/$defs/\(names[schema] ?? "")")]
    }

    /// - Parameter outer: the schemas that speak of the same value around it.
    private mutating func shape(of view: SchemaView, beside outer: [SchemaView] = []) -> JSON {
        guard let keywords = view.json.objectValue else { return view.json }
        // References below it would lead elsewhere.
        if view.startsResource { return true }
        var shape: JSONObject = [:]
        let here = [view] + outer
        var all: [JSON] = view.children("allOf").map { self.shape(of: $0, beside: here) }
        if let target = view.target { all.append(.object(reference(to: target))) }
        for keyword in ["anyOf", "oneOf"] where keywords[keyword] != nil {
            all.append(["anyOf": .array(view.children(keyword).map { self.shape(of: $0, beside: here) })])
        }
        if let type = keywords["type"] { all.append(Self.types(TypeSet(keyword: type))) }
        for values in [keywords["enum"]?.arrayValue, keywords["const"].map { [$0] }].compactMap(\.self) {
            all.append(Self.types(values.reduce(into: []) { $0.formUnion(TypeSet(of: $1)) }))
        }
        if !all.isEmpty { shape["allOf"] = .array(all) }
        let required = Set((keywords["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        let needed = required.isEmpty ? [] : Self.needed(required, in: here.flatMap(\.conjuncts))
        shape["required"] = .array(needed.sorted().map(JSON.string))
        for keyword in ["properties", "patternProperties"] where keywords[keyword] != nil {
            var members: JSONObject = [:]
            for (name, member) in view.members(keyword) {
                let isOptional = !needed.contains(name)
                members[name] =
                    isOptional && opensOptional
                    ? true
                    : isOptional ? ["anyOf": [self.shape(of: member), ["type": "null"]]] : self.shape(of: member)
            }
            shape[keyword] = .object(members)
        }
        let prefix = view.children("prefixItems").map { self.shape(of: $0) }
        if !prefix.isEmpty { shape["prefixItems"] = .array(prefix) }
        if let rest = view.child("items"), rest.json != false {
            let rest = self.shape(of: rest)
            if let greatest = keywords["maxItems"]?.intValue {
                // An element beyond the greatest count has no shape, as a member has none that no schema names.
                shape["if"] = ["maxItems": JSON(greatest)]
                shape["then"] = ["items": rest]
                shape["else"] = ["contains": rest, "minContains": JSON(max(0, greatest - prefix.count))]
            } else {
                shape["items"] = rest
            }
        }
        // An object used as a dictionary keeps the schema of its values.
        if keywords["properties"] == nil, keywords["patternProperties"] == nil,
            let values = view.child("additionalProperties"), values.json != false
        {
            shape["additionalProperties"] = self.shape(of: values)
        }
        return .object(shape)
    }

    /// The members that a value needs. A nullable member is not one: an optional does not distinguish missing from null. Neither is
    /// a member that no schema describes.
    private static func needed(_ required: Set<String>, in schemas: [SchemaView]) -> Set<String> {
        let isOpen =
            !schemas.contains { $0.json["properties"] != nil }
            || schemas.contains { schema in
                schema.json["patternProperties"] != nil
                    || schema.json["additionalProperties"]?.objectValue?.isEmpty == false
            }
        return required.filter { name in
            let described = schemas.compactMap { $0.member("properties", name) }
            return described.isEmpty ? isOpen : !described.allSatisfy(\.allowsNull)
        }
    }

    /// Swift has numbers of many kinds at the place of an integer, so that a fraction has its shape.
    private static func types(_ types: TypeSet) -> JSON {
        let names = TypeSet.named.filter { $0.name != "integer" && !types.isDisjoint(with: $0.types) }
        return ["type": .array(names.map { .string($0.name) })]
    }
}
