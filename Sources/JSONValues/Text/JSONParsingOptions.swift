/// Options that the parser allows beyond, or forbids within, the grammar of RFC 8259.
public struct JSONParsingOptions: Sendable, Hashable {
    /// The treatment of a key that occurs twice in one object.
    public enum DuplicateKeys: Sendable, Hashable {
        /// A syntax error that names both places.
        case reject
        /// The last value counts, at the place of the first, with a warning.
        case keepLast
    }

    /// The treatment of a key that occurs twice in one object.
    public var duplicateKeys: DuplicateKeys
    /// Indicates whether the text may begin with a UTF-8 byte order mark.
    public var allowsByteOrderMark: Bool
    /// The depth to which arrays and objects may nest: `deepestNesting` by default, and never more.
    public var maximumDepth: Int

    /// The deepest nesting that is read, as JSONSerialization has it: values are compared, hashed and released
    /// recursively, and so many levels fit the smallest stack that a thread has.
    public static let deepestNesting = 512

    /// RFC 8259 exactly. It allows a duplicate key; the last one counts, as everywhere.
    public static let standard = JSONParsingOptions()

    /// RFC 8259 without duplicate keys: for texts that people write, as contracts and recordings.
    public static let strict = JSONParsingOptions(duplicateKeys: .reject)

    /// Makes options.
    public init(
        duplicateKeys: DuplicateKeys = .keepLast, allowsByteOrderMark: Bool = false,
        maximumDepth: Int = JSONParsingOptions.deepestNesting
    ) {
        self.duplicateKeys = duplicateKeys
        self.allowsByteOrderMark = allowsByteOrderMark
        self.maximumDepth = maximumDepth
    }
}

/// Something that the parser accepted though someone may have meant otherwise: a duplicate key.
public struct JSONParsingWarning: Sendable, Hashable, CustomStringConvertible {
    /// The key that occurs twice.
    public let key: String
    /// The key's first place.
    public let first: JSONSourcePosition
    /// The place of the one that counts instead.
    public let position: JSONSourcePosition

    /// The fault, with the first place.
    public var message: String { "duplicate key \"\(key)\", first at \(first); the last one counts" }

    /// The place and the message.
    public var description: String { "\(position): \(message)" }
}
