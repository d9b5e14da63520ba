import Foundation

/// The header fields of a message in their order, duplicates kept; names compare without regard to letter case.
public struct HeaderFields: Sendable, Hashable {
    /// One header line.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Returns whether the field has this name, in any letter case.
        public func isNamed(_ other: String) -> Bool { asciiCaseInsensitiveEqual(name, other) }
    }

    /// Every field in its order.
    public var fields: [Field]

    /// Makes header fields from a list.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Makes header fields from what Foundation holds: sorted by name, and a joined `Set-Cookie` split again.
    ///
    /// Foundation keeps headers in a dictionary, so their order on the wire is lost and duplicates arrive joined by
    /// commas. Only `Set-Cookie` is split: for every other header the joined form means the same (RFC 9110, 5.3).
    public init(foundation headers: [AnyHashable: Any]) {
        let pairs = headers.map { (name: "\($0.key)", value: "\($0.value)") }
        fields = pairs.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }.flatMap { pair in
            asciiCaseInsensitiveEqual(pair.name, "Set-Cookie")
                ? SetCookie.split(pair.value).map { Field(pair.name, $0) } : [Field(pair.name, pair.value)]
        }
    }

    /// The values of every field with this name, in order.
    public subscript(all name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// The fields with other values, each made of the field.
    package func mapValues(_ value: (Field) -> String) -> HeaderFields {
        HeaderFields(fields.map { Field($0.name, value($0)) })
    }

    /// The names in the order they first occur, each once however it is spelled.
    package var names: [String] { fields.map(\.name).distinct { $0.lowercased() } }

    /// The first value of this name; setting replaces every field of the name, `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.isNamed(name) }?.value }
        set {
            let index = fields.firstIndex { $0.isNamed(name) }
            let written = index.map { fields[$0].name } ?? name
            fields.removeAll { $0.isNamed(name) }
            if let newValue { fields.insert(Field(written, newValue), at: min(index ?? fields.count, fields.count)) }
        }
    }

    /// The fields as Foundation wants them: duplicates joined by a comma and a space, and without the pseudo-header
    /// fields (`:method`) that browsers export.
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
    /// Makes header fields from a literal, in its order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

/// Returns whether two header names are the same in ASCII letter case folding (RFC 9110, 5.1).
func asciiCaseInsensitiveEqual(_ lhs: String, _ rhs: String) -> Bool {
    lhs.utf8.count == rhs.utf8.count
        && zip(lhs.utf8, rhs.utf8).allSatisfy { $0 == $1 || ($0 ^ $1 == 0x20 && ($0 | 0x20).isASCIILowercase) }
}

extension UInt8 {
    /// Whether the byte may stand in a token such as the name of a cookie (RFC 9110, 5.6.2).
    var isToken: Bool { isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
