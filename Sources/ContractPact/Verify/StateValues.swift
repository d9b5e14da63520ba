import HTTPRecording
import JSONSchema

/// The values from provider states and variables (`{env:NAME}`) that replace a request's examples.
struct StateValues {
    var states: JSONObject = [:]
    /// Returns the value of an environment variable, or `nil` if it is unset or not permitted.
    let environment: (String) -> String?

    func filled(_ request: PactRequest) -> PactRequest {
        var request = request
        var generated: [StateGenerator.Target: String] = [:]
        for generator in request.generators {
            if let text = value(of: generator.expression) { generated[generator.target] = text }
        }
        request.path = generated[.path] ?? inserted(request.path)
        request.headers = request.headers.mapValues { field in
            let value = generated.first { target, _ in
                if case .header(let name) = target { field.isNamed(name) } else { false }
            }?.value
            return value ?? inserted(field.value)
        }
        if request.query.text?.contains("env%3A") ?? true || !request.generators.isEmpty {
            request.query = request.query.mapValues { name, value in generated[.query(name)] ?? inserted(value) }
        }
        switch request.body {
        case .json(let json): request.body = .json(body(json, generated, at: RulePath()))
        case .text(let text, let type): request.body = .text(generated[.body(RulePath())] ?? inserted(text), type)
        case .unspecified, .none, .bytes: break
        }
        return request
    }

    private func body(_ json: JSON, _ generated: [StateGenerator.Target: String], at path: RulePath) -> JSON {
        if let text = generated[.body(path)] { return .string(text) }
        switch json {
        case .string(let text): return .string(inserted(text))
        case .array(let elements):
            return .array(elements.enumerated().map { body($1, generated, at: path.appending(.index($0))) })
        case .object(let members):
            return .object(
                JSONObject(members.map { ($0.key, body($0.value, generated, at: path.appending(.key($0.key)))) }))
        case .null, .bool, .number: return json
        }
    }

    /// Returns the value of an expression, or `nil` if the provider supplied no value for one of its names.
    private func value(of expression: String) -> String? {
        replaced(expression, from: "${", to: "}", isStrict: true) { name in
            states[name].map { $0.stringValue ?? $0.text() }
        }
    }

    private func inserted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return replaced(text, from: "{env:", to: "}", isStrict: false, environment) ?? text
    }

    /// Replaces names between delimiters. A missing value keeps the name, or yields `nil` if `isStrict`.
    private func replaced(
        _ text: String, from open: String, to close: Character, isStrict: Bool, _ value: (String) -> String?
    ) -> String? {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstIndex(of: close) {
            result += rest[..<start.lowerBound]
            if let value = value(String(rest[start.upperBound..<end])) {
                result += value
            } else if isStrict {
                return nil
            } else {
                result += rest[start.lowerBound...end]
            }
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }
}

extension PactRequest {
    package var variables: Set<String> {
        final class Asked { var names: Set<String> = [] }
        let asked = Asked()
        let values = StateValues { name in
            asked.names.insert(name)
            return nil
        }
        _ = values.filled(self)
        return asked.names
    }
}
