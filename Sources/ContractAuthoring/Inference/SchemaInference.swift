import JSONSchema

/// Writes the schema of a shape: it accepts every sample, and says no more than the samples show.
///
/// What was in every object is required; what was null somewhere may be null; numbers are integers where every one was
/// written as one, within what every reader of JSON reads exactly. Objects stay open. An object that is used as a map,
/// with identifiers for keys, cannot be told from any other; where it looks like one, that is said.
struct SchemaInference {
    /// Whether texts that repeat a few values become an enumeration.
    var enumerations = false
    /// Whether integers are spelled out wherever they are, and not defined once.
    var spellsIntegers = false
    /// Schemas that stand at a pointer (with `*` for elements) instead of what was seen there.
    var replacements: [JSONPointer: JSON] = [:]
    /// Whether `#/$defs/integer` was used, which `definitions` has.
    private(set) var usesInteger = false
    /// Remarks for a person, each with its pointer.
    private(set) var remarks: [String] = []

    var definitions: JSONObject { usesInteger ? ["integer": Self.integer] : [:] }

    private static let integer: JSON = [
        "description": "A whole number that every reader of JSON reads exactly (RFC 7493, section 2.2).",
        "type": "integer", "minimum": -9_007_199_254_740_991, "maximum": 9_007_199_254_740_991,
    ]

    /// The schema of a shape that stands at `pointer`.
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
            types.append("integer")
            keywords += integerBounds(of: shape)
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
        if types == ["integer"], shape.isInteroperable, !spellsIntegers {
            usesInteger = true
            return ["$ref": "#/$defs/integer"]
        }
        if let statement = shape.statement {
            // A number in a URL was a text to its source.
            let ofTexts: Set<String> = ["pattern", "format", "minLength"]
            keywords += statement.filter { shape.strings > 0 || !ofTexts.contains($0.key) }
        }
        if types.isEmpty { return [:] }
        let type: JSON = types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string))
        return .object(JSONObject([("type", type)] + keywords))
    }

    private func textKeywords(of shape: SampleShape) -> [(String, JSON)] {
        guard shape.statement == nil else { return [] }
        if enumerations, let values = shape.enumeration {
            let all = values.map(JSON.string) + (shape.nulls > 0 ? [.null] : [])
            if shape.strings + shape.nulls == shape.count { return [("enum", .array(all))] }
        }
        return shape.formats.first.map { [("format", .string($0.name))] } ?? []
    }

    private func integerBounds(of shape: SampleShape) -> [(String, JSON)] {
        if shape.isInteroperable {
            return [("minimum", -9_007_199_254_740_991), ("maximum", 9_007_199_254_740_991)]
        }
        guard shape.leastNumber?.intValue != nil, shape.greatestNumber?.intValue != nil else { return [] }
        return [("minimum", JSON(Int.min)), ("maximum", JSON(Int.max))]
    }

    private mutating func objectKeywords(of shape: SampleShape, at pointer: JSONPointer) -> [(String, JSON)] {
        if let mapped = shape.mapped, shape.maps == shape.objects {
            return [("additionalProperties", schema(of: mapped, at: pointer.appending("*")))]
        }
        if shape.looksLikeMap {
            remarks.append(
                "the object at '\(pointer)' has identifiers for keys: if it is a map, write 'additionalProperties' "
                    + "instead of its 'properties' and 'required'")
        }
        let required = shape.memberNames.filter { shape.members[$0]?.count == shape.objects }
        var properties = JSONObject()
        for name in shape.memberNames {
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
    /// Whether every number is one that a `Double` tells from its neighbours.
    fileprivate var isInteroperable: Bool {
        guard let leastNumber, let greatestNumber else { return false }
        return leastNumber >= JSONNumber(-9_007_199_254_740_991) && greatestNumber <= JSONNumber(9_007_199_254_740_991)
    }

    /// The values, where there are at most twelve short ones, each was seen twice on average, and none stands for a
    /// secret.
    fileprivate var enumeration: [String]? {
        guard !hasMoreTexts, texts.count <= 12, strings >= 2 * texts.count, formats.isEmpty,
            texts.allSatisfy({ $0.utf8.count <= 40 && !$0.hasPrefix("{") })
        else { return nil }
        return texts
    }

    /// Whether there are several keys and all are numbers or UUIDs.
    fileprivate var looksLikeMap: Bool {
        memberNames.count > 1 && memberNames.allSatisfy { PathSegment.isIdentifier($0) }
    }
}
