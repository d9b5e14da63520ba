import JSONSchema

/// The fields of a query or form with nested names, such as `person[address][city]`.
///
/// Strings are converted to the types that the schema expects: `"3"` becomes a number.
struct FieldTree {
    private var values: [String] = []
    private var names: [String] = []
    private var members: [String: FieldTree] = [:]

    /// Returns the nested names of a field. Text after the last bracket is ignored.
    static func path(of name: String) -> [String] {
        guard let first = name.prefixMatch(of: /[^\[]+/)?.output, name.contains("]") else { return [name] }
        return [String(first)] + name.matches(of: /\[([^\[\]]*)\]/).map { String($0.1) }
    }

    /// Adds a value at a path of names. An empty name (`name[]`) adds an array element.
    mutating func add(_ text: String, at path: ArraySlice<String>) {
        guard let name = path.first, !name.isEmpty else {
            values.append(text)
            return
        }
        if members[name] == nil { names.append(name) }
        members[name, default: FieldTree()].add(text, at: path.dropFirst())
    }

    func value(_ schema: SchemaView) -> JSON { value([schema]) }

    private func value(_ schemas: [SchemaView]) -> JSON {
        guard !names.isEmpty else { return Self.value(values, schemas) }
        let facts = SchemaFacts(schemas)
        var object = JSONObject()
        for name in names { object[name] = members[name]?.value(facts.member(name).schemas) }
        return .object(object)
    }

    /// Converts the values of one name: to an array if the schema accepts arrays or there are several values.
    static func value(_ texts: [String], _ schemas: [SchemaView]) -> JSON {
        let facts = SchemaFacts(schemas)
        guard texts.count != 1 || facts.types == .array, !schemas.isEmpty else {
            return texts.count == 1 ? value(texts[0], schemas) : .array(texts.map(JSON.string))
        }
        return .array(texts.enumerated().map { value($1, facts.element(at: $0)) })
    }

    /// Returns the string, or the number or Boolean that it represents if the schemas refuse the string.
    private static func value(_ text: String, _ schemas: [SchemaView]) -> JSON {
        let isAccepted = schemas.allSatisfy { $0.document.accepts(.string(text), at: $0.pointer) ?? true }
        if isAccepted { return .string(text) }
        if text == "true" || text == "false" { return .bool(text == "true") }
        return JSONNumber(text: text).map(JSON.number) ?? .string(text)
    }
}
