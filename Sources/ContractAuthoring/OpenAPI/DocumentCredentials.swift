import HTTPRecording
import JSONSchema

/// A filter that replaces credentials in the defaults and examples of an OpenAPI document with stand-ins. A contract
/// has more readers than a downloaded document.
///
/// Credentials are recognized by the names of properties, parameters, and header fields, by `format: password`, and by
/// their shapes. Values listed in an `enum` are kept.
struct DocumentCredentials {
    private(set) var replacedCount = 0

    private static let sampleKeys: Set = ["default", "example", "examples", "x-example", "x-examples"]
    /// Maps whose keys name the values that they describe.
    private static let namedMaps: Set = [
        "properties", "patternProperties", "headers", "schemas", "definitions", "$defs",
    ]
    /// Maps whose keys are neither keywords nor names of values.
    private static let plainMaps: Set = ["responses", "paths", "callbacks", "variables", "securitySchemes"]

    mutating func replaced(in json: JSON, named name: String = "") -> JSON {
        switch json {
        case .null, .bool, .number, .string: return json
        case .array(let elements): return .array(elements.map { replaced(in: $0, named: name) })
        case .object(let members):
            let isParameter = members["in"]?.stringValue != nil
            let name = isParameter ? members["name"]?.stringValue ?? name : name
            let inQuery = members["in"] == "query"
            let hasCredentialName = inQuery ? CredentialNames.containsInQuery(name) : CredentialNames.contains(name)
            let isSecret = (hasCredentialName || members["format"] == "password") && members["enum"] == nil
            var result = JSONObject()
            for (key, value) in members {
                let isNamed = Self.namedMaps.contains(key)
                if Self.sampleKeys.contains(key) {
                    result[key] = sample(value, named: name, isSecret: isSecret)
                } else if isNamed || Self.plainMaps.contains(key), case .object(let entries) = value {
                    let described = entries.map { ($0.key, replaced(in: $0.value, named: isNamed ? $0.key : "")) }
                    result[key] = .object(JSONObject(described))
                } else {
                    result[key] = replaced(in: value, named: name)
                }
            }
            return .object(result)
        }
    }

    private mutating func sample(_ json: JSON, named name: String, isSecret: Bool) -> JSON {
        switch json {
        case .null, .bool: return json
        case .number(let number):
            guard isSecret, let standIn = CredentialStandIn.numbers(for: number).first else { return json }
            replacedCount += 1
            return standIn
        case .string(let text):
            guard isSecret || CredentialShapes.matches(text),
                let standIn = CredentialStandIn.texts(for: text, named: name).first, standIn != text
            else { return json }
            replacedCount += 1
            return .string(standIn)
        case .array(let elements): return .array(elements.map { sample($0, named: name, isSecret: isSecret) })
        case .object(let members):
            let samples = members.map { key, value in
                let isCredential = CredentialNames.contains(key)
                // `value` holds the value of a named example. Members of a plain value have their own names.
                let isSecret = isCredential || isSecret && key == "value"
                return (key, sample(value, named: isCredential ? key : name, isSecret: isSecret))
            }
            return .object(JSONObject(samples))
        }
    }
}
