import JSONSchema

/// Writes the schema of a shape: it accepts every sample, and says no more than the samples show.
///
/// Members of every object are required; a member that was null somewhere may be null; numbers are integers where each was
/// written as one. Bounds are never inferred, and a format only from many texts. Objects stay open. An object whose keys
/// are identifiers or dates is a dictionary.
struct SchemaInference {
    /// Whether texts that repeat a few values become an enumeration.
    var enumerations = false
    /// Schemas that replace the shape at a pointer (with `*` for elements).
    var replacements: [JSONPointer: JSON] = [:]
    /// Remarks for a person, each with its pointer.
    private(set) var remarks: [String] = []

    mutating func schema(of shape: SampleShape, at pointer: JSONPointer = .root) -> JSON {
        if let replacement = replacements[pointer] {
            return shape.nulls > 0 ? ["anyOf": [["type": "null"], replacement]] : replacement
        }
        if shape.isTooDeep { remarks.append("'\(pointer)' nests too deep; its schema accepts anything there") }
        var types: [String] = []
        var keywords: [(String, JSON)] = []
        if shape.strings > 0 {
            types.append("string")
            keywords += textKeywords(of: shape)
        }
        if shape.fractions > 0 {
            types.append("number")
        } else if shape.integers > 0 {
            // Plain integers fit Int64.
            types.append(shape.fitsInt64 ? "integer" : "number")
        }
        if shape.booleans > 0 { types.append("boolean") }
        if shape.arrays > 0 {
            types.append("array")
            if let element = shape.element {
                keywords.append(("items", schema(of: element, at: pointer.appending("*"))))
            } else if shape.statement?["contains"] == nil, shape.statement?["allOf"] == nil {
                remarks.append("the list at '\(pointer)' was always empty: its elements are not known")
            }
        }
        if shape.objects > 0 {
            types.append("object")
            keywords += objectKeywords(of: shape, at: pointer)
        }
        if shape.nulls > 0 { types.append("null") }
        if let statement = shape.statement {
            // A number in a URL was a text to its source.
            let ofTexts: Set<String> = ["pattern", "format", "minLength"]
            keywords += statement.filter { shape.strings > 0 || !ofTexts.contains($0.key) }
        }
        if types.isEmpty { return [:] }
        let type: JSON = types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string))
        return .object(JSONObject([("type", type)] + keywords))
    }

    /// The number of different texts from which a format is inferred.
    private static let leastTexts = 10

    private func textKeywords(of shape: SampleShape) -> [(String, JSON)] {
        guard shape.statement == nil else { return [] }
        if enumerations, let values = shape.enumeration {
            let all = values.map(JSON.string) + (shape.nulls > 0 ? [.null] : [])
            if shape.strings + shape.nulls == shape.count { return [("enum", .array(all))] }
        }
        guard shape.texts.count >= Self.leastTexts else { return [] }
        return shape.formats.first.map { [("format", .string($0.name))] } ?? []
    }

    private mutating func objectKeywords(of shape: SampleShape, at pointer: JSONPointer) -> [(String, JSON)] {
        if let mapped = shape.dictionaryValues {
            return [("additionalProperties", schema(of: mapped, at: pointer.appending("*")))]
        }
        // A model can be held to nothing at a member whose type no sample shows.
        let names = shape.memberNames.filter { name in
            guard let member = shape.members[name]?.shape, member.nulls == member.count else { return true }
            remarks.append("'\(pointer.appending(name))' was always null: its type is not known, and it was left out")
            return false
        }
        let required = names.filter { shape.members[$0]?.count == shape.objects }
        var properties = JSONObject()
        for name in names {
            guard let member = shape.members[name] else { continue }
            properties[name] = schema(of: member.shape, at: pointer.appending(name))
        }
        return [
            required.isEmpty ? nil : ("required", .array(required.map(JSON.string))),
            properties.isEmpty ? nil : ("properties", .object(properties)),
        ].compactMap(\.self)
    }
}

extension SampleShape {
    /// Whether every number is an integer of 64 bits.
    fileprivate var fitsInt64: Bool { leastNumber?.intValue != nil && greatestNumber?.intValue != nil }

    /// The values, where there are at most twelve short ones, seen twice on average, and none is the stand-in of a secret.
    fileprivate var enumeration: [String]? {
        guard !hasMoreTexts, texts.count <= 12, strings >= 2 * texts.count, formats.isEmpty,
            texts.allSatisfy({ $0.utf8.count <= 40 && !$0.hasPrefix("{") })
        else { return nil }
        return texts
    }
}
