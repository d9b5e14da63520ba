import Foundation

/// The links of `Link` header fields (RFC 8288, section 3).
package struct LinkHeader: Sendable, Hashable {
    package struct Link: Sendable, Hashable {
        package let target: String
        package let relations: [String]
    }

    /// The links of the resource itself. Links with an `anchor` belong to another resource and are omitted.
    package let links: [Link]

    /// Parses field values, each a list of links. Malformed links are ignored.
    package init(_ values: [String]) {
        links = values.flatMap { value -> [Link] in
            var scanner = LinkScanner(value)
            return scanner.links()
        }
    }

    /// Returns the target of the first link with a relation type, as written and as an absolute URL.
    ///
    /// - Parameter base: the request URL, against which relative targets are resolved (RFC 3986, 5).
    package func target(of relation: String, base: String?) -> (written: String, absolute: String)? {
        let wanted = relation.lowercased()
        guard let link = links.first(where: { $0.relations.contains(wanted) }) else { return nil }
        let absolute = URL(string: link.target, relativeTo: base.flatMap { URL(string: $0) })?.absoluteString
        return (link.target, absolute ?? link.target)
    }

    package func parameter(_ name: String, of relation: String, base: String?) -> String? {
        target(of: relation, base: base).flatMap { target in
            URLText(target.absolute).queryPairs.first { $0.nameText == name }?.valueText
        }
    }
}

/// A parser of one field value (RFC 8288, appendix B.2).
private struct LinkScanner {
    private let text: [Unicode.Scalar]
    private var index = 0

    init(_ value: String) { text = Array(value.unicodeScalars) }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    private mutating func skip(_ scalars: Set<Unicode.Scalar>) {
        while let next, scalars.contains(next) { index += 1 }
    }

    private mutating func take(until scalars: Set<Unicode.Scalar>) -> String {
        let start = index
        while let next, !scalars.contains(next) { index += 1 }
        return String(String.UnicodeScalarView(text[start..<index]))
    }

    mutating func links() -> [LinkHeader.Link] {
        var links: [LinkHeader.Link] = []
        while true {
            skip([" ", "\t", ","])
            guard let next else { return links }
            guard next == "<" else {
                _ = take(until: [","])
                continue
            }
            index += 1
            let target = take(until: [">"])
            guard self.next != nil else { return links }
            index += 1
            let parameters = parameters()
            guard !parameters.contains(where: { $0.name == "anchor" }) else { continue }
            // Only the first 'rel' counts.
            let relations = parameters.first { $0.name == "rel" }?.value ?? ""
            links.append(
                LinkHeader.Link(
                    target: target.trimmingSpaces(),
                    relations: relations.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)))
        }
    }

    private mutating func parameters() -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        while true {
            skip([" ", "\t"])
            guard next == ";" else { return parameters }
            index += 1
            skip([" ", "\t"])
            let name = take(until: ["=", ";", ",", " ", "\t"]).lowercased()
            skip([" ", "\t"])
            guard next == "=" else {
                parameters.append((name, ""))
                continue
            }
            index += 1
            skip([" ", "\t"])
            parameters.append((name, next == "\"" ? quoted() : take(until: [";", ",", " ", "\t"])))
        }
    }

    /// Parses a quoted string (RFC 9110, 5.6.4).
    private mutating func quoted() -> String {
        var value = String.UnicodeScalarView()
        index += 1
        while let scalar = next, scalar != "\"" {
            if scalar == "\\", index + 1 < text.count { index += 1 }
            value.append(text[index])
            index += 1
        }
        index += 1
        return String(value)
    }
}
