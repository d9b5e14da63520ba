/// A check of single values against keywords. It uses the validator, so that schema readers and validation agree. It
/// caches compiled schemas and is not Sendable.
package final class KeywordCheck {
    private var schemas: [JSON: Schema?] = [:]

    package init() {}

    /// Whether a pattern is found in a string. Invalid patterns are never found.
    package func isFound(_ pattern: String, in text: String) -> Bool {
        meets(["pattern": .string(pattern)], .string(text))
    }

    package func isChecked(format: String) -> Bool {
        // Each known format rejects at least one of these.
        !["\u{0} (", ""].allSatisfy { meets(["format": .string(format)], .string($0)) }
    }

    package func meets(_ schema: JSON, _ value: JSON) -> Bool {
        if let known = schemas[schema] { return known?.accepts(value) ?? false }
        var compiled: Schema?
        do { compiled = try Schema(schema, formats: .assert) } catch { compiled = nil }
        schemas.updateValue(compiled, forKey: schema)
        return compiled?.accepts(value) ?? false
    }
}
