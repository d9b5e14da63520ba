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
        let query = request.query.mapValues { name, value in generated[.query(name)] ?? inserted(value) }
        // An unchanged query keeps its raw text.
        if query.values != request.query.values { request.query = query }
        switch request.body {
        case .json(let json):
            request.body = .json(
                json.replacingParts { path, part in
                    (generated[.body(path)] ?? part.stringValue.map(inserted)).map(JSON.string)
                })
        case .text(let text, let type): request.body = .text(generated[.body(RulePath())] ?? inserted(text), type)
        case .unspecified, .none, .bytes: break
        }
        return request
    }

    /// Returns the value of an expression, or `nil` if the provider supplied no value for one of its names.
    private func value(of expression: String) -> String? {
        let name = /\$\{([^}]*)\}/
        guard expression.matches(of: name).allSatisfy({ states[String($0.output.1)] != nil }) else { return nil }
        return expression.replacing(name) { match in
            states[String(match.output.1)].map { $0.stringValue ?? $0.text() } ?? ""
        }
    }

    private func inserted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return text.replacing(/\{env:([^}]*)\}/) { environment(String($0.output.1)) ?? String($0.output.0) }
    }
}

extension PactRequest {
    package var variables: Set<String> {
        var names: Set<String> = []
        let values = StateValues { name in
            names.insert(name)
            return nil
        }
        _ = values.filled(self)
        return names
    }
}
