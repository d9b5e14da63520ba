import JSONSchema

/// The conversion of a document's schemas to JSON Schema 2020-12, in place, so that pointers stay valid.
///
/// The recursion depth is bounded by the document's nesting limit.
struct SchemaConversion {
    let version: OpenAPIDocument.Version
    let direction: SchemaLibrary.Direction
    let isPartial: Bool
    private let schemas: SchemaDocument
    private let discriminators: Discriminators
    let source: SourceFile
    private(set) var faults: [SourceFault] = []
    private(set) var sites: [JSONPointer] = []

    init(document: OpenAPIDocument, direction: SchemaLibrary.Direction, isPartial: Bool) {
        version = document.version
        self.direction = direction
        self.isPartial = isPartial
        schemas = SchemaDocument(root: document.json)
        discriminators = Discriminators(schemas)
        source = document.source
    }

    mutating func convert(_ json: JSON, _ part: DocumentPart, _ path: [String]) -> JSON {
        if case .schema = part {
            sites.append(JSONPointer(tokens: path))
            return schema(json, path)
        }
        switch json {
        case .object(var members):
            for (key, value) in members {
                guard let inner = part.member(key) else { continue }
                members[key] = convert(value, inner, path + [key])
            }
            return .object(members)
        case .array(let elements):
            guard case .each(let inner) = part else { return json }
            return .array(elements.enumerated().map { convert($1, inner, path + [String($0)]) })
        case .null, .bool, .number, .string: return json
        }
    }

    private mutating func fault(_ message: String, _ path: [String]) {
        faults.append(SourceFault(message, at: source.place(of: JSONPointer(tokens: path))))
    }

    private mutating func schema(_ json: JSON, _ path: [String]) -> JSON {
        // Compilation reports values that are not schemas.
        guard case .object(var members) = json else { return json }
        if path.count == 5, path[3] == "allOf", path.starts(with: ["components", "schemas"]),
            let inherited = members["$ref"]?.stringValue.flatMap(discriminators.inherited)
        {
            members["$ref"] = .string(inherited)
        } else if let reference = members["$ref"], let unresolved = unresolved(reference, path + ["$ref"]) {
            return .object([SchemaReference.unresolved: unresolved])
        }
        // In OpenAPI 3.0, 'nullable' has no effect without a type, but its authors mean to allow null.
        if version == .v30, members["nullable"] == true, members["type"] == nil,
            ["$ref", "allOf", "anyOf", "oneOf"].contains(where: { members[$0] != nil })
        {
            fault("'nullable' without 'type' is read as intended: null is allowed", path + ["nullable"])
            members["nullable"] = nil
            return ["anyOf": [schema(.object(members), path), ["type": "null"]]]
        }
        if let reference = members["$ref"], version == .v30 { return .object(["$ref": reference]) }
        var converted = JSONObject()
        for (keyword, value) in members {
            let path = path + [keyword]
            if let shape = SubschemaShape(keyword: keyword) {
                guard isKnown(keyword, path) else { continue }
                converted[keyword] = shape.map(value) { schema($1, path + $0) }
                continue
            }
            switch keyword {
            case "required": converted[keyword] = required(value, path)
            case "example": converted["examples"] = .array((converted["examples"]?.arrayValue ?? []) + [value])
            case "examples" where version == .v31:
                converted[keyword] = .array((value.arrayValue ?? []) + (converted[keyword]?.arrayValue ?? []))
            case "xml", "externalDocs", "discriminator": break
            case "$schema":
                let isOpenAPI = value.stringValue?.hasPrefix("https://spec.openapis.org/oas/") ?? false
                if !isOpenAPI { converted[keyword] = value }
            default:
                if version == .v30, assert30(keyword, value, members, path, &converted) { continue }
                if isKnown(keyword, path) { converted[keyword] = value }
            }
        }
        Self.bound(&converted)
        Self.imply(&converted)
        discriminate(json, path, &converted)
        return .object(converted)
    }

    /// Expresses a discriminator in JSON Schema, if there are alternatives.
    private mutating func discriminate(_ json: JSON, _ path: [String], _ converted: inout JSONObject) {
        guard let property = Discriminators.property(of: json) else { return }
        func tagged(_ schema: JSON, _ tags: [String]) -> JSON {
            Discriminators.tagged(schema, property, tags, isPartial: isPartial)
        }
        for keyword in ["oneOf", "anyOf"] {
            guard let branches = json[keyword]?.arrayValue, let all = converted[keyword]?.arrayValue else { continue }
            guard let tags = discriminators.tags(of: json, branches) else {
                if branches.count > 1 {
                    fault(
                        "'\(property)' does not distinguish all alternatives, so each is tried",
                        path + ["discriminator"])
                }
                continue
            }
            converted[keyword] = .array(
                zip(all, tags).map { branch, tags in tags.map { tagged(branch, $0) } ?? branch })
        }
        guard path.count == 3, path.starts(with: ["components", "schemas"]),
            let alternatives = discriminators.alternatives(of: path[2])
        else { return }
        var choice: JSONObject = [:]
        for keyword in ["title", "description", "examples"] { choice[keyword] = converted[keyword] }
        converted["examples"] = nil
        choice["oneOf"] = .array(alternatives.map { tagged(["$ref": .string($0.reference)], $0.tags) })
        choice["$defs"] = [Discriminators.base: .object(converted)]
        converted = choice
    }

    /// Adds the type that `properties` or `items` imply. Authors who omit it do not mean to allow numbers.
    private static func imply(_ schema: inout JSONObject) {
        guard schema["type"] == nil, schema["enum"] == nil, schema["const"] == nil else { return }
        if schema["properties"]?.objectValue?.isEmpty == false {
            schema["type"] = "object"
        } else if schema["items"] != nil {
            schema["type"] = "array"
        }
    }

    /// Adds the bounds of `int32` and `int64`, which JSON Schema does not define.
    private static func bound(_ schema: inout JSONObject) {
        let widths = ["int32": Int(Int32.min)...Int(Int32.max), "int64": Int.min...Int.max]
        guard let width = schema["format"]?.stringValue.flatMap({ widths[$0] }), let type = schema["type"],
            (type.arrayValue ?? [type]).contains("integer")
        else { return }
        if schema["minimum"] == nil, schema["exclusiveMinimum"] == nil { schema["minimum"] = JSON(width.lowerBound) }
        if schema["maximum"] == nil, schema["exclusiveMaximum"] == nil { schema["maximum"] = JSON(width.upperBound) }
    }

    // MARK: - References

    /// Returns the text of a reference that cannot be resolved, or `nil`.
    private mutating func unresolved(_ reference: JSON, _ path: [String]) -> JSON? {
        guard let reference = reference.stringValue else { return nil }
        // In JSON Schema, the fragment may be an anchor.
        if version == .v31, reference.hasPrefix("#"), SchemaReference(reference).localPointer == nil { return nil }
        guard let found = SchemaReference.fault(reference, in: schemas.root) else { return nil }
        fault(found, path)
        return .string(reference)
    }

    // MARK: - Keywords

    /// Returns distinct names. In OpenAPI 3.0, properties of the other direction are not required.
    private mutating func required(_ value: JSON, _ path: [String]) -> JSON? {
        if isPartial { return nil }
        guard let names = value.arrayValue else { return value }
        let distinct = names.distinct
        if distinct.count < names.count { fault("a name is repeated here", path) }
        guard version == .v30 else { return .array(distinct) }
        let keyword = direction == .request ? "readOnly" : "writeOnly"
        // Another schema of the same conjunction may describe the property.
        var place = path.dropLast()
        while let index = place.last, Int(index) != nil, place.dropLast().last == "allOf" { place.removeLast(2) }
        let parts = schemas.view(at: JSONPointer(tokens: Array(place)))?.conjuncts ?? []
        return .array(
            distinct.filter { name in
                !parts.contains { part in
                    name.stringValue.flatMap { part.member("properties", $0) }?.resolved.json[keyword] == true
                }
            })
    }

    /// Converts a keyword that has another meaning in OpenAPI 3.0. Returns false for all others.
    private mutating func assert30(
        _ keyword: String, _ value: JSON, _ members: JSONObject, _ path: [String], _ converted: inout JSONObject
    ) -> Bool {
        switch keyword {
        case "nullable":
            if value == true, members["type"] != nil, let values = members["enum"]?.arrayValue, !values.contains(.null)
            {
                fault("'nullable' beside an 'enum' without null does not allow null", path)
            }
        case "type":
            let isWidened = members["nullable"] == true && value.stringValue.map { $0 != "null" } ?? false
            converted[keyword] = isWidened ? [value, "null"] : value
        case "minimum", "maximum":
            let exclusive = keyword == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"
            converted[members[exclusive] == true ? exclusive : keyword] = value
        case "exclusiveMinimum", "exclusiveMaximum":
            // Numbers are invalid in 3.0, but can only be meant as in JSON Schema.
            if value.boolValue == nil { converted[keyword] = value }
        default: return false
        }
        return true
    }

    private mutating func isKnown(_ keyword: String, _ path: [String]) -> Bool {
        if keyword.hasPrefix("x-") { return false }
        let known = version == .v30 ? Self.keywords30 : Self.keywords31
        if known.contains(keyword) { return true }
        fault("'\(keyword)' has no meaning in a schema of OpenAPI \(version.rawValue)", path)
        return false
    }

    private static let keywords30: Set<String> = [
        "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
        "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "enum", "type",
        "allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description", "format",
        "default", "readOnly", "writeOnly", "deprecated",
    ]

    private static let keywords31: Set<String> = keywords30.union([
        "$id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef", "$comment", "$defs", "definitions", "prefixItems",
        "contains", "patternProperties", "dependentSchemas", "propertyNames", "if", "then", "else", "unevaluatedItems",
        "unevaluatedProperties", "const", "maxContains", "minContains", "dependentRequired", "contentEncoding",
        "contentMediaType", "contentSchema",
    ])
}
