import JSONSchema

/// Decides for each place of a request whether its value is fixed or an argument, and collects the arguments of each
/// call.
struct ArgumentCollector {
    /// Name to schema, in the order of the request.
    private(set) var schemas = JSONObject()
    /// For each call the arguments it was made with, as template values.
    private(set) var values: [JSONObject]
    /// For each call the values that are no secrets, for names.
    private(set) var plain: [[(name: String, value: JSON)]]
    private var names = DistinctNames()

    init(calls: Int) {
        values = Array(repeating: [:], count: calls)
        plain = Array(repeating: [], count: calls)
    }

    /// Keeps a name for a placeholder of the path.
    mutating func reserve(_ name: String) { _ = names.take(name) }

    /// The number of calls from which a value that each of them has is a constant.
    private static let leastCalls = 4

    /// Returns the template of a place: a literal where each of many calls has the same value, else a new argument.
    ///
    /// - Parameters:
    ///   - values: one a call; `nil` where the call has none.
    ///   - stated: statements of the source about each; a place with a statement is an argument.
    mutating func template(_ name: String, _ values: [JSON?], stating stated: [SampleStatement?] = []) -> JSON {
        let present = values.compactMap(\.self)
        let isStated = stated.contains { $0?.keywords != nil }
        if values.count >= Self.leastCalls, !isStated, present.count == values.count, present.distinct.count == 1 {
            return Naming.literal(present[0])
        }
        let argument = names.take(Naming.argument(name))
        let samples = values.enumerated().compactMap { index, value in
            value.map { Sample($0, stated.indices.contains(index) ? stated[index] : nil) }
        }
        add(argument, values, schema: Self.optional(Self.schema(of: samples), present.count < values.count))
        return .string("{\(argument)}")
    }

    /// Says more of an argument than its values do.
    mutating func describe(_ template: JSON, _ schema: JSON) {
        guard let text = template.stringValue, text.hasPrefix("{"), text.hasSuffix("}") else { return }
        let argument = String(text.dropFirst().dropLast())
        if schemas[argument] != nil { schemas[argument] = schema }
    }

    mutating func add(_ argument: String, _ values: [JSON?], schema: JSON) {
        schemas[argument] = schema
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            self.values[index][argument] = Naming.literal(value)
            plain[index].append((argument, value))
        }
    }

    /// The template of a secret: always an argument, whose value is a variable of the environment.
    mutating func secret(
        _ name: String, _ values: [String?], use: String, _ variables: inout SecretVariables
    ) -> String {
        let argument = names.take(Naming.argument(name))
        addSecret(argument, values, use: use, &variables)
        return "{\(argument)}"
    }

    mutating func addSecret(_ argument: String, _ values: [String?], use: String, _ variables: inout SecretVariables) {
        schemas[argument] = Self.optional(["type": "string", "format": "password"], values.contains(nil))
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            self.values[index][argument] = .string(variables.placeholder(for: value, name: argument, use: use))
        }
    }

    private static func schema(of values: [Sample]) -> JSON {
        var inference = SchemaInference()
        return inference.schema(of: SampleShape(values))
    }

    /// The schema of an argument that may be left out.
    private static func optional(_ schema: JSON, _ isOptional: Bool) -> JSON {
        guard isOptional, var object = schema.objectValue else { return schema }
        switch object["type"] {
        case .string(let type)?: object["type"] = [.string(type), "null"]
        case .array(let types)? where !types.contains("null"): object["type"] = .array(types + ["null"])
        case .array?, .bool?, .number?, .object?, .null?, nil: break
        }
        return .object(object)
    }
}

extension [ObservedCall.Pair] {
    func values(of name: String) -> [String] { filter { $0.name == name }.map(\.value) }
}

/// Texts of a URL or a form as the values they most likely are: all whole numbers, all true or false, or texts.
enum TextValues {
    static func typed(_ texts: [String?]) -> [JSON?] {
        let present = texts.compactMap(\.self)
        if !present.isEmpty, present.allSatisfy(isNumber) {
            return texts.map { text in text.flatMap { JSONNumber(text: $0) }.map(JSON.number) }
        }
        if !present.isEmpty, present.allSatisfy({ $0 == "true" || $0 == "false" }) {
            return texts.map { text in text.map { .bool($0 == "true") } }
        }
        return texts.map { text in text.map(JSON.string) }
    }

    /// Whether a text is how a whole number is written, so that writing the number gives the text again.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= 15 && Int(text).map { String($0) == text } ?? false
    }
}
