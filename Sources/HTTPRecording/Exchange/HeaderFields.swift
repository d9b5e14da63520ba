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
            if let newValue { fields.insert(Field(written, newValue), at: min(index ?? fields.count, fields.count)) }
        }
    }

    /// The fields for Foundation: duplicates joined by commas, without pseudo-header fields such as `:method`.
    public var foundation: [String: String] {
        var joined: [String: String] = [:]
        var spelling: [String: String] = [:]
        for field in fields where !field.name.hasPrefix(":") {
            let name = spelling[field.name.lowercased(), default: field.name]
            spelling[field.name.lowercased()] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return joined
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
    var isToken: Bool { isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
    var isASCIIWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
