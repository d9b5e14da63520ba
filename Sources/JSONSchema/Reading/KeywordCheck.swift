/// Decides keywords of single values by the validator, so that reading and validation never differ on what they mean.
///
/// It keeps what it compiled, and is not Sendable.
package final class KeywordCheck {
    private var schemas: [JSON: Schema?] = [:]

    package init() {}

    /// Returns whether a pattern is found in a text; one that does not compile is found in none.
    package func isFound(_ pattern: String, in text: String) -> Bool {
        meets(["pattern": .string(pattern)], .string(text))
    }

    package func isChecked(format: String) -> Bool {
        // Each known format refuses one of these.
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
