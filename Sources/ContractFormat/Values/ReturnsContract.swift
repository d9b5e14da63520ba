import JSONSchema

package enum ResponseSource: Sendable, Hashable {
    case body(JSONPointer)
    case header(String)
    case cookie(String)
    /// The target URL of a link (RFC 8288), or one query parameter of it.
    case link(relation: String, parameter: String?)

    static let forms = "\"body:/pointer\", \"header:NAME\", \"header:Link#RELATION\" or \"cookie:NAME\""

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "header" where parts[1].lowercased().hasPrefix("link#"):
            let names = parts[1].dropFirst("link#".count).split(
                separator: "?", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
            self = .link(relation: names[0], parameter: names.dropFirst().first)
        case "header" where !parts[1].isEmpty: self = .header(parts[1])
        case "cookie" where !parts[1].isEmpty: self = .cookie(parts[1])
        case "body":
            do { self = .body(try JSONPointer(parts[1])) } catch { return nil }
        default: return nil
        }
    }
}

/// The expected result of a client call: a schema in which `{ "response": "body:/id" }` stands for a response value.
package final class ReturnsContract: Sendable {
    private struct Reference: Sendable {
        let pointer: JSONPointer
        let source: ResponseSource
    }

    /// The schema, in which references to the response accept anything.
    package let schema: EmbeddedSchema
    private let references: [Reference]

    package var pointer: JSONPointer { schema.pointer }
    package var sources: [ResponseSource] { references.map(\.source) }

    /// Returns the place of a keyword, or of the reference that it replaces.
    package func place(of keyword: JSONPointer) -> JSONPointer {
        references.map(\.pointer).first { keyword.tokens.starts(with: $0.tokens) } ?? keyword
    }

    /// Returns the schema with response values filled in.
    package func schema(_ values: (ResponseSource) -> [JSON]) -> EmbeddedSchema {
        schema.replacing(
            references.map { reference in
                let equal = values(reference.source).map(\.equalSchema)
                let isPlain = equal.allSatisfy { $0["const"] != nil }
                let one: JSON = isPlain ? ["enum": .array(values(reference.source))] : ["anyOf": .array(equal)]
                return (reference.pointer, equal.count == 1 ? equal[0] : one)
            }
        ).demandingMembers
    }

    init?(reading reader: ContractCursor) {
        let found = Self.references(in: reader)
        guard let opened = reader.context.schema(at: reader.pointer, json: reader.json, open: found.map(\.pointer))
        else {
            return nil
        }
        schema = opened.demandingMembers
        references = found
    }

    private static func references(in reader: ContractCursor) -> [Reference] {
        switch reader.json {
        case .null, .bool, .number, .string: return []
        case .array: return reader.elements().flatMap(references)
        case .object(let members):
            if members.count == 1, case .string(let text)? = members["response"] {
                guard let source = ResponseSource(text) else {
                    reader.context.fault(
                        "\(JSON.string(text).text(.compact)) is not part of a response: expected \(ResponseSource.forms)",
                        at: reader.pointer.appending("response"))
                    return [Reference(pointer: reader.pointer, source: .body(.root))]
                }
                return [Reference(pointer: reader.pointer, source: source)]
            }
            // These keywords contain values instead of schemas.
            return reader.members().filter { !["const", "enum", "default", "examples"].contains($0.0) }.flatMap {
                references(in: $0.1)
            }
        }
    }
}

extension EmbeddedSchema {
    fileprivate var demandingMembers: EmbeddedSchema {
        let demanding = json.demandingMembers
        return demanding == json ? self : replacing([(pointer, demanding)])
    }
}

extension JSON {
    /// The schema of a result, in which members and elements are required unless their schemas allow null.
    fileprivate var demandingMembers: JSON {
        guard var keywords = objectValue else { return self }
        keywords["items"] = keywords["items"]?.demandingMembers
        for keyword in ["allOf", "prefixItems"] {
            keywords[keyword] = keywords[keyword]?.arrayValue.map { .array($0.map(\.demandingMembers)) }
        }
        if let members = keywords["properties"]?.objectValue?.mapValues(\.demandingMembers) {
            keywords["properties"] = .object(members)
            let names = members.filter(\.value.refusesNull).map { JSON.string($0.key) }
            if !names.isEmpty {
                keywords["required"] = .array(((keywords["required"]?.arrayValue ?? []) + names).distinct)
                keywords["type"] = keywords["type"] ?? "object"
            }
        }
        if let last = keywords["prefixItems"]?.arrayValue?.lastIndex(where: \.refusesNull) {
            keywords["minItems"] = keywords["minItems"] ?? .number(JSONNumber(last + 1))
        }
        return .object(keywords)
    }

    /// Whether a schema that lists types or values does not list null.
    private var refusesNull: Bool {
        if let types = self["type"] { return types != "null" && !(types.arrayValue?.contains("null") ?? false) }
        if let const = self["const"] { return !const.isNull }
        if let values = self["enum"]?.arrayValue { return !values.contains(.null) }
        return self["allOf"]?.arrayValue?.contains(where: \.refusesNull) ?? false
    }

    /// A schema of the values that equal this one. Its objects may have more members that are null, as a struct with
    /// optional properties has.
    fileprivate var equalSchema: JSON {
        guard descendants.contains(where: { $0.value.objectValue != nil }) else { return ["const": self] }
        if let elements = arrayValue {
            return [
                "type": "array", "prefixItems": .array(elements.map(\.equalSchema)), "items": false,
                "minItems": .number(JSONNumber(elements.count)),
            ]
        }
        let members = objectValue ?? [:]
        return [
            "type": "object", "properties": .object(members.mapValues(\.equalSchema)),
            "required": .array(members.filter { !$1.isNull }.map { .string($0.key) }),
            "additionalProperties": ["type": "null"],
        ]
    }
}
