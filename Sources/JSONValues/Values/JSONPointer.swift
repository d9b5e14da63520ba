/// A JSON Pointer (RFC 6901): the path from a document's root to a value, as `/results/0/name`.
///
/// In `matches(in:)` a token `*` stands for every element of an array or every member of an object.
public struct JSONPointer: Sendable {
    /// The keys and indices of the path, unescaped; none for the whole document.
    public let tokens: [String]

    /// A text that is no JSON Pointer.
    public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text as given.
        public let text: String
        /// The expectation.
        public let message: String

        /// The message with the text.
        public var description: String { "\(message), found \"\(text)\"" }
    }

    /// The whole document.
    public static let root = JSONPointer(tokens: [])

    /// Makes a pointer of keys and indices that are not escaped.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Reads the text of a pointer: empty, or tokens that each begin with `/`, with `~0` for `~` and `~1` for `/`.
    public init(_ text: String) throws(SyntaxError) {
        if text.isEmpty {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw SyntaxError(text: text, message: "a JSON Pointer is empty or begins with \"/\"")
        }
        guard let tokens = Self.unescaped(text) else {
            throw SyntaxError(text: text, message: "in a JSON Pointer \"~\" is followed by 0 or 1")
        }
        self.tokens = tokens
    }

    /// The tokens of a text that begins with a slash; nil where a tilde is not followed by 0 or 1.
    private static func unescaped(_ text: String) -> [String]? {
        var tokens: [String] = []
        for token in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard token.contains("~") else {
                tokens.append(String(token))
                continue
            }
            var plain = String.UnicodeScalarView()
            var isEscaped = false
            for scalar in token {
                switch (isEscaped, scalar) {
                case (true, "0"): plain.append("~")
                case (true, "1"): plain.append("/")
                case (true, _): return nil
                case (false, "~"): break
                case (false, _): plain.append(scalar)
                }
                isEscaped = !isEscaped && scalar == "~"
            }
            if isEscaped { return nil }
            tokens.append(String(plain))
        }
        return tokens
    }

    /// The pointer to a member of the object this one points at.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// The pointer to an element of the array this one points at.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The pointer with another one's tokens after its own.
    public func appending(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + other.tokens) }

    /// The pointer to the value around this one; nil for the whole document.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

    /// The index that a token means in an array: digits without a leading zero.
    static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy({ $0 &- 48 < 10 }), token.utf8.first != UInt8(ascii: "0") || token.utf8.count == 1
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: Hashable {
    /// Returns whether both have the same tokens, code point by code point.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count
            && zip(left.tokens, right.tokens).allSatisfy { $0.hasSameCodePoints(as: $1) }
    }

    /// Feeds the tokens to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(tokens) }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of RFC 6901.
    public var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
                text += token
                continue
            }
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// Makes a pointer of a literal, which cannot throw: a missing leading slash is added, and a tilde that escapes nothing
    /// stands for itself.
    public init(stringLiteral value: String) {
        let text = value.isEmpty || value.hasPrefix("/") ? value : "/" + value
        tokens =
            text.isEmpty
            ? []
            : Self.unescaped(text)
                ?? text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(
                    String.init)
    }
}

// MARK: - Looking up

extension JSON {
    /// The value a pointer leads to; nil where there is none.
    public subscript(pointer pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.child(token) else { return nil }
            value = next
        }
        return value
    }

    /// The member or element one token leads to.
    package func child(_ token: String) -> JSON? {
        switch self {
        case .object(let members): members[token]
        case .array: JSONPointer.index(token).flatMap { self[$0] }
        case .null, .bool, .number, .string: nil
        }
    }
}

extension JSONPointer {
    /// Returns every value that the pointer leads to, in document order, each with its own pointer. A token `*` stands for
    /// every element or member.
    public func matches(in json: JSON) -> [(pointer: JSONPointer, value: JSON)] {
        var matches: [(pointer: JSONPointer, value: JSON)] = [(.root, json)]
        for token in tokens {
            var next: [(pointer: JSONPointer, value: JSON)] = []
            for (pointer, value) in matches {
                switch value {
                case .array(let elements) where token == "*":
                    for (index, element) in elements.enumerated() { next.append((pointer.appending(index), element)) }
                case .object(let members) where token == "*":
                    for (key, member) in members { next.append((pointer.appending(key), member)) }
                case .null, .bool, .number, .string, .array, .object:
                    if let child = value.child(token) { next.append((pointer.appending(token), child)) }
                }
            }
            matches = next
        }
        return matches
    }
}

extension JSONPointer: Codable {
    /// Reads the pointer's text (RFC 6901, section 5).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do { try self.init(text) } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the pointer's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
