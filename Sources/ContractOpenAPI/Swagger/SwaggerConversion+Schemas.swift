import JSONSchema

// Schemas of definitions, bodies, and responses, and those embedded in parameters and headers.
extension SwaggerConversion {
    func schema(_ json: JSON) -> JSON {
        guard case .object(let members) = json else { return json }
        if let reference = members["$ref"], reference.stringValue != nil {
            return ["$ref": self.reference(reference)]
        }
        var schema = JSONObject()
        for (keyword, value) in members {
            if let shape = SubschemaShape(keyword: keyword) {
                schema[keyword] = shape.map(value) { self.schema($1) }
                continue
            }
            switch keyword {
            case "discriminator":
                schema[keyword] = value.stringValue.map { JSON.object(["propertyName": .string($0)]) } ?? value
            case "x-nullable": if value == true { schema["nullable"] = true }
            case "type" where value == "file":
                schema["type"] = "string"
                schema["format"] = "binary"
            case "collectionFormat": break
            default: if schema[keyword] == nil { schema[keyword] = value }
            }
        }
        return .object(schema)
    }

    func valueSchema(_ json: JSON) -> JSON {
        guard case .object(let members) = json else { return json }
        return schema(.object(members.keeping { Self.valueKeywords.contains($0.key) }))
    }

    private static let valueKeywords: Set<String> = [
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
        "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "x-nullable",
    ]

    static func isFile(_ json: JSON) -> Bool { json["type"] == "file" }

    /// Adapts a reference to the new location of its target.
    func reference(_ reference: JSON) -> JSON {
        guard let text = reference.stringValue else { return reference }
        for (old, new) in Self.prefixes where text.hasPrefix(old) { return .string(new + text.dropFirst(old.count)) }
        return reference
    }

    private static let prefixes = [
        ("#/definitions/", "#/components/schemas/"), ("#/parameters/", "#/components/parameters/"),
        ("#/responses/", "#/components/responses/"),
    ]
}
