import JSONSchema

extension MessageText {
    static func excerpt(property value: Any) -> MessageText {
        Reflection.unwrapped(value) == nil ? "nil" : excerpt(Reflection.json(of: value))
    }
}

/// Shortens contract values, which contain no secrets.
package enum Excerpt {
    package static func of(_ json: JSON?) -> String { MessageText.excerpt(json).rendered() }
}
