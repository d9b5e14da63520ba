/// Deviations of the parser from RFC 8259.
public struct JSONParsingOptions: Sendable, Hashable {
    /// The treatment of a key that occurs twice in one object.
    public enum DuplicateKeys: Sendable, Hashable {
        /// Throw a syntax error that names both positions.
        case reject
        /// Keep the last value, at the position of the first, with a warning.
        case keepLast
    }

    /// The treatment of duplicate keys.
    public var duplicateKeys: DuplicateKeys
    /// Whether the text may begin with a UTF-8 byte order mark.
    public var allowsByteOrderMark: Bool
    /// The maximum nesting of arrays and objects, at most `deepestNesting`.
    public var maximumDepth: Int

    /// The nesting limit, as in JSONSerialization. Recursive comparison and release must fit the smallest thread stack.
    public static let deepestNesting = 512

    /// RFC 8259, which allows duplicate keys. The last one counts.
    public static let standard = JSONParsingOptions()

    /// RFC 8259 without duplicate keys, for files that people write.
    public static let strict = JSONParsingOptions(duplicateKeys: .reject)

    /// Creates options.
    public init(
        duplicateKeys: DuplicateKeys = .keepLast, allowsByteOrderMark: Bool = false,
        maximumDepth: Int = JSONParsingOptions.deepestNesting
    ) {
        self.duplicateKeys = duplicateKeys
        self.allowsByteOrderMark = allowsByteOrderMark
        self.maximumDepth = maximumDepth
    }
}

/// A duplicate key that the parser accepted.
public struct JSONParsingWarning: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: String
    /// The first position of the key.
    public let first: JSONSourcePosition
    /// The position of the occurrence that counts.
    public let position: JSONSourcePosition

    /// The description of the problem, with the first position.
    public var message: String { "duplicate key \"\(key)\", first at \(first); the last one counts" }

    /// The position and the message.
    public var description: String { "\(position): \(message)" }
}
