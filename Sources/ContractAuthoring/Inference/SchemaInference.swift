import JSONSchema

/// The inference of a schema from a shape. The schema accepts every sample and adds no constraint that the samples do
/// not show.
///
/// Members that all objects have are required. Members that were null may be null. Numbers are integers if each was
/// written as one. Bounds are never inferred, and formats only from many strings. Objects stay open. An object whose
/// keys are identifiers or dates is a dictionary.
struct SchemaInference {
    var enumerations = false
    /// Schemas that replace the shape at a pointer, with `*` for elements.
    var replacements: [JSONPointer: JSON] = [:]
    private(set) var remarks: [String] = []

    mutating func schema(of shape: SampleShape, at pointer: JSONPointer = .root) -> JSON {
        if let replacement = replacements[pointer] {
            return shape.nulls > 0 ? ["anyOf": [["type": "null"], replacement]] : replacement
        }
        if shape.isTooDeep { remarks.append("'\(pointer)' is nested too deeply; its schema accepts any value there") }
        var types: [String] = []
        var keywords: [(String, JSON)] = []
        if !shape.texts.isEmpty {
            types.append("string")
            keywords += textKeywords(of: shape)
        }
        if shape.numbers.contains(where: { !$0.isWrittenAsInteger }) {
            types.append("number")
        } else if !shape.numbers.isEmpty {
            // A number beyond 64 bits is no Swift integer.
            types.append(shape.numbers.allSatisfy { $0.intValue != nil } ? "integer" : "number")
        }
        if shape.booleans > 0 { types.append("boolean") }
        if shape.arrays > 0 {
            types.append("array")
            if let element = shape.element {
                keywords.append(("items", schema(of: element, at: pointer.appending("*"))))
            } else if shape.statement?["contains"] == nil, shape.statement?["allOf"] == nil {
                remarks.append("the list at '\(pointer)' was always empty: its elements are unknown")
            }
        }
        if shape.objects > 0 {
            types.append("object")
            keywords += objectKeywords(of: shape, at: pointer)
        }
        if shape.nulls > 0 { types.append("null") }
        if let statement = shape.statement {
            // Sources treat numbers in URLs as strings. Their string keywords do not apply.
            let ofTexts: Set<String> = ["pattern", "format", "minLength"]
            keywords += statement.filter { !shape.texts.isEmpty || !ofTexts.contains($0.key) }
        }
        if types.isEmpty { return [:] }
        let type: JSON = types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string))
        return .object(JSONObject([("type", type)] + keywords))
    }

    private static let leastTexts = 10

    private func textKeywords(of shape: SampleShape) -> [(String, JSON)] {
        guard shape.statement == nil else { return [] }
        if enumerations, let values = shape.enumeration {
            let all = values.map(JSON.string) + (shape.nulls > 0 ? [.null] : [])
            if shape.texts.count + shape.nulls == shape.count { return [("enum", .array(all))] }
        }
        guard Set(shape.texts).count >= Self.leastTexts else { return [] }
        return shape.format.map { [("format", .string($0.name))] } ?? []
    }

    private mutating func objectKeywords(of shape: SampleShape, at pointer: JSONPointer) -> [(String, JSON)] {
        if let mapped = shape.dictionaryValues {
            return [("additionalProperties", schema(of: mapped, at: pointer.appending("*")))]
        }
        // A member that was always null has no type to check a model against.
        let names = shape.memberNames.filter { name in
            guard let member = shape.members[name], member.nulls == member.count else { return true }
            remarks.append("'\(pointer.appending(name))' was always null: its type is unknown, so it was left out")
            return false
        }
        let required = names.filter { shape.members[$0]?.count == shape.objects }
        var properties = JSONObject()
        for name in names {
            guard let member = shape.members[name] else { continue }
            properties[name] = schema(of: member, at: pointer.appending(name))
        }
        return [
            required.isEmpty ? nil : ("required", .array(required.map(JSON.string))),
            properties.isEmpty ? nil : ("properties", .object(properties)),
        ].compactMap(\.self)
    }
}

extension SampleShape {
    fileprivate var format: TextFormat? { TextFormat.all.first { format in texts.allSatisfy(format.matches) } }

    /// The values, if they are at most twelve short strings that occur twice on average and are no secret's
    /// placeholder.
    fileprivate var enumeration: [String]? {
        let values = texts.distinct
        guard values.count <= 12, texts.count >= 2 * values.count, format == nil,
            values.allSatisfy({ $0.utf8.count <= 40 && !$0.hasPrefix("{") })
        else { return nil }
        return values
    }
}
