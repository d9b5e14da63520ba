/// A parsed media type such as `application/json; charset=utf-8` (RFC 9110, 8.3).
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The lowercase type and subtype; empty if the text has none.
    package let essence: String
    /// The unquoted parameters by lowercase name. The charset is in lower case too.
    package let parameters: [String: String]

    package init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        essence = parts.first.map { $0.trimmingSpaces().lowercased() } ?? ""
        parameters = Dictionary(
            parts.dropFirst().compactMap { part in
                let sides = part.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { return nil }
                let name = sides[0].trimmingSpaces().lowercased()
                let value = sides[1].trimmingSpaces().filter { $0 != "\"" }
                return (name, name == "charset" ? value.lowercased() : value)
            }, uniquingKeysWith: { first, _ in first })
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
