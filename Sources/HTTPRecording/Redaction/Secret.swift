/// A value that must never be written, and the text that stands for it.
///
/// An empty value is no secret and is ignored. One of fewer than four characters is too common to be looked for
/// everywhere: it is redacted where it is a whole value (a path segment, a query or form value, a JSON string, a
/// header's value or a word of it, one side of `user:password`), which is where the argument itself stands.
public struct Secret: Sendable, Hashable {
    let value: String
    /// What is written instead, such as `{env:UDACITY_PASSWORD}`; it names the secret in messages.
    public let placeholder: String

    /// Makes a secret. A value equal to its placeholder, as in replay, has nothing to hide.
    public init(value: String, placeholder: String) {
        self.value = value
        self.placeholder = placeholder
    }

    /// Whether there is something to look for.
    var isEffective: Bool { !value.isEmpty && value != placeholder }
    /// Whether only whole values are compared.
    var isShort: Bool { value.unicodeScalars.count < 4 }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// The placeholder, never the value.
    public var description: String { placeholder }
    /// A mirror without the value, so that `dump` and test failures do not show it.
    public var customMirror: Mirror { Mirror(self, children: ["placeholder": placeholder]) }
}
