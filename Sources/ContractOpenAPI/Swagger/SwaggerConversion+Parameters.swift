import JSONSchema

// Parameters, and the bodies that Swagger describes as parameters.
extension SwaggerConversion {
    struct Element {
        let json: JSON
        let pointer: JSONPointer
        let resolved: JSON
        let resolvedPointer: JSONPointer

        var isPartOfBody: Bool { SwaggerConversion.isPartOfBody(resolved) }
    }

    func elements(_ list: JSON?, _ pointer: JSONPointer) -> [Element] {
        (list?.arrayValue ?? []).enumerated().map { index, json in
            let place = pointer.appending(index)
            guard let target = json["$ref"]?.stringValue.flatMap({ SchemaReference($0).localPointer }),
                let resolved = root[pointer: target]
            else { return Element(json: json, pointer: place, resolved: json, resolvedPointer: place) }
            return Element(json: json, pointer: place, resolved: resolved, resolvedPointer: target)
        }
    }

    static func isPartOfBody(_ parameter: JSON) -> Bool {
        parameter["in"] == "body" || parameter["in"] == "formData"
    }

    mutating func parameters(_ elements: [Element], _ new: JSONPointer) -> [JSON] {
        var parameters: [JSON] = []
        for element in elements where !element.isPartOfBody {
            let place = new.appending(parameters.count)
            move(element.pointer, to: place)
            parameters.append(parameter(element.json, element.pointer, place))
        }
        return parameters
    }

    mutating func parameter(_ json: JSON, _ old: JSONPointer, _ new: JSONPointer) -> JSON {
        guard case .object(let members) = json else { return json }
        if let reference = members["$ref"] { return ["$ref": self.reference(reference)] }
        var parameter = JSONObject()
        for (key, value) in members where Self.parameterKeys.contains(key) || key.hasPrefix("x-") {
            parameter[key] = value
        }
        parameter["schema"] = valueSchema(json)
        move(old, to: new.appending("schema"))
        for (key, value) in style(json, old) { parameter[key] = value }
        return .object(parameter)
    }

    private static let parameterKeys: Set<String> = [
        "name", "in", "description", "required", "allowEmptyValue", "example",
    ]

    /// Converts `collectionFormat` to the style of OpenAPI 3.0.
    private mutating func style(_ json: JSON, _ old: JSONPointer) -> JSONObject {
        guard json["type"] == "array" else { return [:] }
        let isQuery = json["in"] == "query" || json["in"] == "formData"
        let format = json["collectionFormat"]?.stringValue ?? "csv"
        let styles = isQuery ? ["ssv": "spaceDelimited", "pipes": "pipeDelimited"] : [:]
        if styles[format] == nil, format != "csv", format != "multi" {
            unsupported(
                "OpenAPI 3.0 has no equivalent of this collectionFormat here; commas are used instead",
                at: old.appending("collectionFormat"))
        }
        return isQuery ? ["style": .string(styles[format] ?? "form"), "explode": .bool(format == "multi")] : [:]
    }

    // MARK: - Bodies

    mutating func requestBody(_ elements: [Element], _ new: JSONPointer, _ consumes: [String]) -> JSON? {
        guard let first = elements.first else { return nil }
        move(first.resolvedPointer, to: new)
        if let body = elements.first(where: { $0.resolved["in"] == "body" }) {
            return self.body(body, new, consumes.isEmpty ? ["application/json"] : consumes)
        }
        return form(elements, new, consumes)
    }

    private mutating func body(_ element: Element, _ new: JSONPointer, _ types: [String]) -> JSON {
        let body = element.resolved
        var content = JSONObject()
        for type in types {
            content[type] = .present([
                ("schema", body["schema"].map(schema)), ("example", body["x-example"] ?? body["x-examples"]?[type]),
            ])
            move(element.resolvedPointer.appending("schema"), to: Self.media(type, "schema", in: new))
        }
        return .present([
            ("description", body["description"]), ("required", body["required"]), ("content", .object(content)),
        ])
    }

    private mutating func form(_ elements: [Element], _ new: JSONPointer, _ consumes: [String]) -> JSON {
        let hasFile = elements.contains { Self.isFile($0.resolved) }
        let forms = consumes.filter { $0 == "multipart/form-data" || $0 == "application/x-www-form-urlencoded" }
        let type = hasFile ? "multipart/form-data" : forms.first ?? "application/x-www-form-urlencoded"
        let place = Self.media(type, "schema", in: new)
        var properties = JSONObject()
        var required: [JSON] = []
        var encoding = JSONObject()
        for element in elements {
            guard let name = element.resolved["name"]?.stringValue else { continue }
            properties[name] = valueSchema(element.resolved)
            move(element.resolvedPointer, to: JSONPointer(tokens: place.tokens + ["properties", name]))
            if element.resolved["required"] == true { required.append(.string(name)) }
            let style = style(element.resolved, element.resolvedPointer)
            if !style.isEmpty { encoding[name] = .object(style) }
        }
        let schema = JSON.present([
            ("type", "object"), ("properties", .object(properties)), ("required", required.unlessEmpty),
        ])
        let media = JSON.present([("schema", schema), ("encoding", encoding.unlessEmpty)])
        return ["required": .bool(!required.isEmpty), "content": .object([type: media])]
    }
}
