import Foundation

/// A JSON Pointer (RFC 6901), such as `/results/0/name`.
///
/// In `matches(in:)`, the token `*` matches every element or member.
public struct JSONPointer: Sendable {
    /// The unescaped keys and indices. Empty for the whole document.
    public let tokens: [String]

    /// A malformed JSON Pointer.
    public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The malformed text.
        public let text: String
        /// The violated rule.
        public let message: String

        /// The message and the text.
        public var description: String { "\(message), found \"\(text)\"" }
    }

    /// The pointer to the whole document.
    public static let root = JSONPointer(tokens: [])

    /// Creates a pointer from unescaped keys and indices.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Parses a pointer: empty, or tokens that each begin with `/`, with `~0` for `~` and `~1` for `/`.
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

    /// Returns the tokens of text that begins with a slash, or nil if a tilde is not followed by 0 or 1.
    private static func unescaped(_ text: String) -> [String]? {
        let tokens = text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let isEscaped = tokens.allSatisfy { token in
            token.split(separator: "~", omittingEmptySubsequences: false).dropFirst().allSatisfy {
                $0.first == "0" || $0.first == "1"
            }
        }
        return isEscaped ? tokens.map { String($0).replacing([("~1", "/"), ("~0", "~")]) } : nil
    }

    /// Returns the pointer to a member of the object.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// Returns the pointer to an element of the array.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// Returns the pointer with another pointer's tokens appended.
    public func appending(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + other.tokens) }

    /// The pointer to the parent value, or nil for the whole document.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast())) }

    /// Returns the array index that a token denotes: digits without a leading zero.
    package static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(\.isASCIIDigit), token.utf8.first != UInt8(ascii: "0") || token.utf8.count == 1
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: Hashable {
    /// Whether both have the same tokens, by code point.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count
            && zip(left.tokens, right.tokens).allSatisfy { $0.hasSameCodePoints(as: $1) }
    }

    /// Hashes the tokens.
    public func hash(into hasher: inout Hasher) { hasher.combine(tokens) }
}

extension String {
    /// Returns the string with each text replaced in turn, by code point.
    fileprivate func replacing(_ pairs: [(text: String, other: String)]) -> String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return self }
        return pairs.reduce(self) { $0.replacingOccurrences(of: $1.text, with: $1.other, options: .literal) }
    }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The RFC 6901 text.
    public var description: String {
        tokens.reduce(into: "") { $0 += "/" + $1.replacing([("~", "~0"), ("/", "~1")]) }
    }

    /// Creates a pointer without throwing: adds a missing leading slash, and keeps an invalid escape verbatim.
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
    /// Returns the value at a pointer, or nil if there is none.
    public subscript(pointer pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.child(token) else { return nil }
            value = next
        }
        return value
    }

    package func child(_ token: String) -> JSON? {
        switch self {
        case .object(let members): members[token]
        case .array: JSONPointer.index(token).flatMap { self[$0] }
        case .null, .bool, .number, .string: nil
        }
    }
}

extension JSONPointer {
    /// Returns all matching values with their pointers, in document order. A token `*` matches every element or member.
    public func matches(in json: JSON) -> [(pointer: JSONPointer, value: JSON)] {
        var matches: [(pointer: JSONPointer, value: JSON)] = [(.root, json)]
        for token in tokens {
            matches = matches.flatMap { pointer, value -> [(pointer: JSONPointer, value: JSON)] in
                if token == "*" { return value.children.map { (pointer.appending($0.token), $0.json) } }
                return value.child(token).map { [(pointer.appending(token), $0)] } ?? []
            }
        }
        return matches
    }
}

extension JSONPointer: Codable {
    /// Decodes the pointer's text (RFC 6901, section 5).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do { try self.init(text) } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Encodes the pointer's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
