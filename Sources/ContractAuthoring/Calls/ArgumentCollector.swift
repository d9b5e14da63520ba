import JSONSchema

/// A collector of each call's arguments, which decides whether a request value is fixed or an argument.
struct ArgumentCollector {
    private(set) var schemas = JSONObject()
    private(set) var values: [JSONObject]
    /// The values of each call except secrets, for case names.
    private(set) var plain: [[(name: String, value: JSON)]]
    private(set) var variables: SecretVariables
    private var names = DistinctNames()

    init(calls: Int, _ variables: SecretVariables) {
        self.variables = variables
        values = Array(repeating: [:], count: calls)
        plain = Array(repeating: [], count: calls)
    }

    mutating func reserve(_ name: String) { _ = names.take(name) }

    private static let leastCalls = 4

    /// Returns a template: a literal if many calls share the value, or else a new argument.
    ///
    /// - Parameters:
    ///   - values: One value for each call, or `nil` if the call has none.
    ///   - stated: The source's statement on each value. A place with a statement is always an argument.
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
        var inference = SchemaInference()
        let schema = inference.schema(of: SampleShape(samples))
        add(argument, values, schema: present.count < values.count ? schema.orNull : schema)
        return .string("{\(argument)}")
    }

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

    /// Returns the template of a secret: always an argument, with an environment variable as its value.
    mutating func secret(_ name: String, _ values: [String?], use: String) -> String {
        let argument = names.take(Naming.argument(name))
        addSecret(argument, values, use: use)
        return "{\(argument)}"
    }

    mutating func addSecret(_ argument: String, _ values: [String?], use: String) {
        let schema: JSON = ["type": "string", "format": "password"]
        schemas[argument] = values.contains(nil) ? schema.orNull : schema
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            self.values[index][argument] = .string(variables.placeholder(for: value, name: argument, use: use))
        }
    }
}

extension [ObservedCall.Pair] {
    func values(of name: String) -> [String] { filter { $0.name == name }.map(\.value) }
}

/// Typed values of URL or form strings: all integers, all Booleans, or all strings.
enum TypedText {
    static func values(of texts: [String?]) -> [JSON?] {
        let present = texts.compactMap(\.self)
        if !present.isEmpty, present.allSatisfy(isNumber) {
            return texts.map { text in text.flatMap { JSONNumber(text: $0) }.map(JSON.number) }
        }
        if !present.isEmpty, present.allSatisfy({ $0 == "true" || $0 == "false" }) {
            return texts.map { text in text.map { .bool($0 == "true") } }
        }
        return texts.map { text in text.map(JSON.string) }
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.count <= 15 && Int(text).map { String($0) == text } ?? false
    }
}
