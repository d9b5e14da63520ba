import EmbeddedTexts

struct Dialect: Sendable, Hashable {
    enum Draft: Sendable, Hashable {
        case draft2020
        case draft2019
    }

    struct Vocabularies: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let applicator = Vocabularies(rawValue: 1)
        static let unevaluated = Vocabularies(rawValue: 2)
        static let validation = Vocabularies(rawValue: 4)
        static let formatAssertion = Vocabularies(rawValue: 8)
        static let all: Vocabularies = [.applicator, .unevaluated, .validation]
    }

    var draft: Draft
    var vocabularies: Vocabularies
    var uri: String

    static let draft2020 = Dialect(draft: .draft2020, vocabularies: .all, uri: MetaSchemas.draft2020)
    static let draft2019 = Dialect(draft: .draft2019, vocabularies: .all, uri: MetaSchemas.draft2019)

    static func known(_ uri: String) -> Dialect? {
        switch uri {
        case MetaSchemas.draft2020, MetaSchemas.draft2020 + "#": draft2020
        case MetaSchemas.draft2019, MetaSchemas.draft2019 + "#": draft2019
        default: nil
        }
    }

    /// Returns the vocabularies in a meta-schema's `$vocabulary`. Fails for a required unknown one.
    static func vocabularies(_ declared: JSONObject) throws(UnknownVocabulary) -> Vocabularies {
        var vocabularies: Vocabularies = []
        for (uri, required) in declared {
            let year = uri.hasPrefix("https://json-schema.org/draft/2019-09/vocab/") ? "2019-09" : "2020-12"
            let prefix = "https://json-schema.org/draft/\(year)/vocab/"
            let name = uri.hasPrefix(prefix) ? String(uri.dropFirst(prefix.count)) : ""
            switch name {
            case "core", "meta-data", "content", "format-annotation", "format": break
            case "applicator":
                vocabularies.insert(.applicator)
                // 2019-09 includes the unevaluated keywords in this vocabulary.
                if year == "2019-09" { vocabularies.insert(.unevaluated) }
            case "unevaluated": vocabularies.insert(.unevaluated)
            case "validation": vocabularies.insert(.validation)
            case "format-assertion": vocabularies.insert(.formatAssertion)
            default: if required == true { throw UnknownVocabulary(uri: uri) }
            }
        }
        return vocabularies
    }

    struct UnknownVocabulary: Error { let uri: String }
}

package enum SubschemaShape: Sendable {
    case schema
    case array
    case object
    /// A schema or an array of schemas (`items` of 2019-09).
    case schemaOrArray
    /// An object whose values are schemas or arrays of names (`dependencies` of older drafts).
    case schemasOrNames

    /// Returns the shape of a draft 2020-12 keyword, or `nil` for a keyword without subschemas.
    package init?(keyword: String) {
        guard let shape = Keywords.subschemas(keyword, in: .draft2020) else { return nil }
        self = shape
    }

    /// Returns the keyword's value with each subschema transformed, given the tokens that lead to it.
    package func map(_ value: JSON, _ change: ([String], JSON) -> JSON) -> JSON {
        switch (self, value) {
        case (.schema, _), (.schemaOrArray, .object), (.schemaOrArray, .bool): change([], value)
        case (.array, .array(let elements)), (.schemaOrArray, .array(let elements)):
            .array(elements.enumerated().map { change([String($0)], $1) })
        case (.object, .object(let schemas)), (.schemasOrNames, .object(let schemas)):
            .object(
                JSONObject(schemas.map { ($0.key, $0.value.arrayValue == nil ? change([$0.key], $0.value) : $0.value) })
            )
        case (.array, _), (.schemaOrArray, _), (.object, _), (.schemasOrNames, _): value
        }
    }

    /// Returns the subschemas of a keyword's value with the tokens that lead to them, ignoring other values.
    package func subschemas(of value: JSON) -> [(tokens: [String], json: JSON)] {
        var found: [(tokens: [String], json: JSON)] = []
        _ = map(value) { tokens, json in
            found.append((tokens, json))
            return json
        }
        return found
    }
}

enum Keywords {
    static func subschemas(_ keyword: String, in dialect: Dialect) -> SubschemaShape? {
        switch keyword {
        case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas": .object
        case "allOf", "anyOf", "oneOf": .array
        case "not", "if", "then", "else", "additionalProperties", "propertyNames", "contains", "unevaluatedProperties",
            "unevaluatedItems", "contentSchema":
            .schema
        case "prefixItems": dialect.draft == .draft2020 ? .array : nil
        case "items": dialect.draft == .draft2020 ? .schema : .schemaOrArray
        case "additionalItems": dialect.draft == .draft2019 ? .schema : nil
        case "dependencies": .schemasOrNames
        default: nil
        }
    }

    /// All keywords of the standard, and the supported older ones.
    static let all: [String] = [
        "$schema", "$id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef", "$vocabulary", "$comment", "$defs",
        "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties",
        "dependentSchemas", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not",
        "unevaluatedItems", "unevaluatedProperties", "type", "enum", "const", "multipleOf", "maximum",
        "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems",
        "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required",
        "dependentRequired", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
        "format", "contentEncoding", "contentMediaType", "contentSchema", "definitions", "dependencies",
    ]
    private static let known = Set(all)

    static func isKnown(_ keyword: String) -> Bool { known.contains(keyword) || keyword.hasPrefix("x-") }
}

/// The meta-schemas of JSON Schema 2020-12, embedded in this module.
enum MetaSchemas {
    static let draft2020 = "https://json-schema.org/draft/2020-12/schema"
    static let draft2019 = "https://json-schema.org/draft/2019-09/schema"

    static func document(_ uri: String) throws(JSONSyntaxError) -> JSON? {
        let folder = "https://json-schema.org/draft/2020-12/"
        guard uri.hasPrefix(folder), let text = texts[String(uri.dropFirst(folder.count))] else { return nil }
        return try JSON(parsing: text)
    }

    private static let texts: [String: String] = [
        "schema": String(cString: embedded_schema_json()),
        "meta/core": String(cString: embedded_core_json()),
        "meta/applicator": String(cString: embedded_applicator_json()),
        "meta/unevaluated": String(cString: embedded_unevaluated_json()),
        "meta/validation": String(cString: embedded_validation_json()),
        "meta/meta-data": String(cString: embedded_meta_data_json()),
        "meta/format-annotation": String(cString: embedded_format_annotation_json()),
        "meta/format-assertion": String(cString: embedded_format_assertion_json()),
        "meta/content": String(cString: embedded_content_json()),
    ]

    static let schema: Schema = {
        do {
            let graph = SchemaGraph(formats: .annotate, checksMetaSchema: false, load: nil)
            return try Schema(graph, try document(draft2020) ?? true, uri: draft2020)
        } catch {
            // Cannot fail: the texts are part of this module, and a test compiles them.
            preconditionFailure("the meta-schema of 2020-12 does not compile: \(error)")
        }
    }()
}
