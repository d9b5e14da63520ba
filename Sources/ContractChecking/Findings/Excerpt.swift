import JSONSchema

extension MessageText {
    /// A reflected property, with `nil` shown as such.
    static func excerpt(property value: Any) -> MessageText {
        Reflection.unwrapped(value) == nil ? "nil" : excerpt(Reflection.json(of: value))
    }
}

/// Shortens values of contracts, which hold no secrets.
package enum Excerpt {
    package static func of(_ json: JSON?) -> String { MessageText.excerpt(json).rendered() }
}
