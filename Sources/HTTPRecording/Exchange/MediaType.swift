/// A media type such as `application/json; charset=utf-8` taken apart (RFC 9110, 8.3).
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// Type and subtype in lower case; empty where the text names none.
    package let essence: String
    /// The parameters by their names in lower case, without quotes; a charset in lower case.
    package let parameters: [String: String]

    /// Reads what a header says, however odd.
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

    /// The type with its parameters, the boundary of a multipart body left out.
    package var text: String {
        let shown = parameters.filter { $0.key != "boundary" }.sorted { $0.key < $1.key }
        return essence + shown.map { "; \($0.key)=\($0.value)" }.joined()
    }

    /// Returns whether it is the type that a contract names, with the parameters that it names; others do not count.
    package func meets(_ expected: MediaType) -> Bool {
        essence == expected.essence && expected.parameters.allSatisfy { parameters[$0.key] == $0.value }
    }

    /// Indicates whether it is a type and a subtype, both tokens.
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
    /// Indicates whether a body's bytes are its characters one by one.
    package var isLatin1: Bool { ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains(charset ?? "") }
}
