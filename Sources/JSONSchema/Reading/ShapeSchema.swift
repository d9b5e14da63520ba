/// A schema of the JSON types and members that another schema accepts, regardless of the values.
///
/// It accepts every value of the schema, and those that violate only bounds, patterns, formats, counts or enumerations.
/// Optional members may be null, and nullable members may be missing. The result includes all referenced schemas.
package struct ShapeSchema {
    /// Whether optional members may have any value, for code that treats unusable values as absent.
    private let ignoresOptionalMembers: Bool
    private var names: [SchemaView: String] = [:]
    private var waiting: [SchemaView] = []

    /// Compiles the shape of a schema. Returns `nil` if it does not compile, so that any value has the shape.
    package static func compiled(_ schema: SchemaView, ignoresOptionalMembers: Bool) -> Schema? {
        do { return try Schema(json(schema, ignoresOptionalMembers: ignoresOptionalMembers)) } catch { return nil }
    }

    package static func json(_ schema: SchemaView, ignoresOptionalMembers: Bool) -> JSON {
        var shape = ShapeSchema(ignoresOptionalMembers: ignoresOptionalMembers)
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

    /// - Parameter outer: the enclosing schemas that apply to the same value.
    private mutating func shape(of view: SchemaView, beside outer: [SchemaView] = []) -> JSON {
        guard let keywords = view.json.objectValue else { return view.json }
        // The schema's own `$id` would change the base of the references below it.
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
                    isOptional && ignoresOptionalMembers
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
                // Elements beyond the maximum count have no shape, like undeclared members.
                shape["if"] = ["maxItems": JSON(greatest)]
                shape["then"] = ["items": rest]
                shape["else"] = ["contains": rest, "minContains": JSON(max(0, greatest - prefix.count))]
            } else {
                shape["items"] = rest
            }
        }
        if keywords["properties"] == nil, keywords["patternProperties"] == nil,
            let values = view.child("additionalProperties"), values.json != false
        {
            shape["additionalProperties"] = self.shape(of: values)
        }
        return .object(shape)
    }

    /// Returns the members that a value needs. Nullable members are excluded because an optional does not distinguish
    /// missing from null. So are members that no schema describes.
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

    /// Returns a type constraint with integers widened to numbers, because Swift code may use any numeric type.
    private static func types(_ types: TypeSet) -> JSON {
        let names = TypeSet.named.filter { $0.name != "integer" && !types.isDisjoint(with: $0.types) }
        return ["type": .array(names.map { .string($0.name) })]
    }
}
