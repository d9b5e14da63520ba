import Foundation

/// The ordered header fields of a message, including duplicates. Names are case-insensitive.
public struct HeaderFields: Sendable, Hashable {
    /// A single header field.
    public struct Field: Sendable, Hashable {
        /// The name as written.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Returns whether the field has this name, ignoring letter case.
        public func isNamed(_ other: String) -> Bool { asciiCaseInsensitiveEqual(name, other) }
    }

    /// All fields in order.
    public var fields: [Field]

    /// Creates header fields from a list.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Creates header fields from a Foundation dictionary, sorted by name.
    ///
    /// Foundation loses the order of header fields and joins duplicates by commas. Only `Set-Cookie` is split again;
    /// for every other field the joined form is equivalent (RFC 9110, 5.3).
    public init(foundation headers: [AnyHashable: Any]) {
        let pairs = headers.map { (name: "\($0.key)", value: "\($0.value)") }
        fields = pairs.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }.flatMap { pair in
            asciiCaseInsensitiveEqual(pair.name, "Set-Cookie")
                ? SetCookie.split(pair.value).map { Field(pair.name, $0) } : [Field(pair.name, pair.value)]
        }
    }

    /// The values of all fields with this name, in order.
    public subscript(all name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// Returns the values of all fields with this name, joined by commas; `nil` without any.
    package func joined(_ name: String) -> String? {
        let values = self[all: name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The media type of the body; empty if the message names none.
    package var mediaType: MediaType { MediaType(self["Content-Type"] ?? "") }

    package func mapValues(_ value: (Field) -> String) -> HeaderFields {
        HeaderFields(fields.map { Field($0.name, value($0)) })
    }

    package var names: [String] { fields.map(\.name).distinct { $0.lowercased() } }

    /// The first value of this name. Setting a value replaces all fields of the name; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.isNamed(name) }?.value }
        set {
            let index = fields.firstIndex { $0.isNamed(name) }
            let written = index.map { fields[$0].name } ?? name
            fields.removeAll { $0.isNamed(name) }
            if let newValue { fields.insert(Field(written, newValue), at: index ?? fields.count) }
        }
    }

    /// The fields for Foundation: duplicates joined by commas, without pseudo-header fields such as `:method`.
    public var foundation: [String: String] {
        let groups = fields.filter { !$0.name.hasPrefix(":") }.grouped { $0.name.lowercased() }
        return Dictionary(
            uniqueKeysWithValues: groups.map { _, fields in
                (fields[0].name, fields.map(\.value).joined(separator: ", "))
            })
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates header fields from a literal, in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

/// Returns whether two header names are equal, ignoring ASCII letter case (RFC 9110, 5.1).
func asciiCaseInsensitiveEqual(_ lhs: String, _ rhs: String) -> Bool {
    lhs.utf8.count == rhs.utf8.count
        && zip(lhs.utf8, rhs.utf8).allSatisfy { $0 == $1 || ($0 ^ $1 == 0x20 && ($0 | 0x20).isASCIILowercase) }
}

extension UInt8 {
    /// Whether a token such as a cookie name may contain the byte (RFC 9110, 5.6.2).
    package var isToken: Bool { isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
    var isASCIIWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// The parsed value of a `Set-Cookie` header field (RFC 6265, 5.2).
package struct SetCookie: Hashable {
    package var name: String
    package var value: String
    /// The attributes verbatim, including the first semicolon: `; Path=/; HttpOnly`.
    var attributes: String

    package init?(_ text: String) {
        let end = text.firstIndex(of: ";") ?? text.endIndex
        guard let equals = text[..<end].firstIndex(of: "=") else { return nil }
        name = text[..<equals].trimmingSpaces()
        value = text[text.index(after: equals)..<end].trimmingSpaces()
        attributes = String(text[end...])
        if name.isEmpty { return nil }
    }

    var text: String { "\(name)=\(value)\(attributes)" }

    /// The attributes as pairs. A flag such as `Secure` has an empty value.
    var attributePairs: [(name: String, value: String)] {
        attributes.split(separator: ";").map { part in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (sides[0].trimmingSpaces(), sides.count > 1 ? sides[1].trimmingSpaces() : "")
        }
    }

    /// Splits values that Foundation joined by commas.
    ///
    /// A comma separates two cookies only if `name=` follows it. That never happens inside a date (`Expires=Wed, 21 Oct
    /// 2026 07:28:00 GMT`) and rarely inside a value.
    static func split(_ joined: String) -> [String] {
        var cookies: [String] = []
        var start = joined.startIndex
        var index = start
        while let comma = joined[index...].firstIndex(of: ",") {
            index = joined.index(after: comma)
            if startsWithNameAndEquals(joined[index...]) {
                cookies.append(joined[start..<comma].trimmingSpaces())
                start = index
            }
        }
        cookies.append(joined[start...].trimmingSpaces())
        return cookies
    }

    private static func startsWithNameAndEquals(_ text: Substring) -> Bool {
        let name = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0.isToken }
        return !name.isEmpty && name.endIndex < text.utf8.endIndex && text.utf8[name.endIndex] == UInt8(ascii: "=")
    }
}

extension StringProtocol {
    package func trimmingSpaces() -> String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(head[...last])
    }
}

/// A parsed media type such as `application/json; charset=utf-8` (RFC 9110, 8.3).
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The lowercase type and subtype; empty if the text has none.
    package let essence: String
    /// The unquoted parameters by lowercase name. The charset is in lower case too.
    package let parameters: [String: String]

    package init(_ text: String) {
        var scanner = HeaderScanner(text)
        essence = scanner.take(until: ";").lowercased()
        let pairs = scanner.parameters().compactMap { parameter -> (String, String)? in
            guard let value = parameter.value, !value.isEmpty else { return nil }
            return (parameter.name, parameter.name == "charset" ? value.lowercased() : value)
        }
        parameters = Dictionary(pairs) { first, _ in first }
    }

    package var charset: String? { parameters["charset"] }

    package var description: String { essence }

    /// The media type with its parameters, except the boundary of a multipart body.
    package var text: String {
        let shown = parameters.filter { $0.key != "boundary" }.sorted { $0.key < $1.key }
        return essence + shown.map { "; \($0.key)=\($0.value)" }.joined()
    }

    /// Returns whether the media type has the expected essence and at least the expected parameters.
    package func matches(_ expected: MediaType) -> Bool {
        essence == expected.essence && expected.parameters.allSatisfy { parameters[$0.key] == $0.value }
    }

    package var isWellFormed: Bool {
        let names = essence.split(separator: "/", omittingEmptySubsequences: false)
        return names.count == 2 && names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isToken) }
    }

    package var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
    package var isXML: Bool {
        essence == "application/xml" || essence == "text/xml" || essence.hasSuffix("+xml")
    }
    package var isMultipart: Bool { essence == "multipart/form-data" }
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    /// Whether the charset is ISO 8859-1, in which each byte is one character.
    package var isLatin1: Bool { ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains(charset ?? "") }
}
