/// The standard forms in which a validation's outcome is written (JSON Schema core, section 12).
public enum SchemaOutputForm: Sendable, Hashable {
    /// `valid` alone.
    case flag
    /// `valid`, and a flat list of errors with their locations.
    case basic
}

extension Schema {
    /// The outcome of checking a value, in one of the standard's forms.
    public func output(_ form: SchemaOutputForm, of json: JSON) -> JSON {
        switch form {
        case .flag: return ["valid": .bool(accepts(json))]
        case .basic:
            let violations = violations(of: json)
            if violations.isEmpty { return ["valid": true] }
            return ["valid": false, "errors": .array(violations.map(\.output))]
        }
    }
}

extension Violation {
    fileprivate var output: JSON {
        [
            "keywordLocation": .string(evaluationPath.description),
            "absoluteKeywordLocation": .string(schemaLocation),
            "instanceLocation": .string(instancePointer.description),
            "error": .string(message),
        ]
    }
}
