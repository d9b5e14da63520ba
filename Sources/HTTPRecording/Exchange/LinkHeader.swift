import Foundation

/// The links of `Link` header fields (RFC 8288, section 3).
package struct LinkHeader: Sendable, Hashable {
    package struct Link: Sendable, Hashable {
        package let target: String
        package let relations: [String]
    }

    /// The links of the resource itself. Links with an `anchor` belong to another resource and are omitted.
    package let links: [Link]

    /// Parses field values, each a list of links (RFC 8288, appendix B.2). Malformed links are ignored.
    package init(_ values: [String]) { links = values.flatMap(Self.links) }

    private static func links(of value: String) -> [Link] {
        var scanner = HeaderScanner(value)
        var links: [Link] = []
        while true {
            scanner.skip(" \t,")
            guard let next = scanner.next else { return links }
            guard next == "<" else {
                _ = scanner.take(until: ",")
                continue
            }
            scanner.skip("<")
            let target = scanner.take(until: ">")
            guard scanner.next != nil else { return links }
            scanner.skip(">")
            let parameters = scanner.parameters(until: ",")
            guard !parameters.contains(where: { $0.name == "anchor" }) else { continue }
            // Only the first 'rel' counts.
            let relations = parameters.first { $0.name == "rel" }?.value ?? ""
            links.append(
                Link(
                    target: target,
                    relations: relations.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)))
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

/// A scanner of a field value with parameters, such as `text/html; charset="utf-8"` (RFC 9110, 5.6.6).
struct HeaderScanner {
    struct Parameter {
        /// The name in lower case.
        let name: String
        /// The value without quotes; `nil` without an equals sign.
        var value: String?
        /// Whether a quoted value ends with a quote that only blanks follow.
        var isWellFormed = true
    }

    private let text: [Unicode.Scalar]
    private var index = 0

    init(_ value: String) { text = Array(value.unicodeScalars) }

    var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    mutating func skip(_ scalars: String) {
        while let next, scalars.unicodeScalars.contains(next) { index += 1 }
    }

    /// Returns the text before the next of some scalars, without spaces at its ends.
    mutating func take(until ends: String) -> String {
        let start = index
        while let next, !ends.unicodeScalars.contains(next) { index += 1 }
        return String(String.UnicodeScalarView(text[start..<index])).trimmingSpaces()
    }

    /// Parses parameters, each of which follows a semicolon, up to another scalar of `ends`.
    mutating func parameters(until ends: String = "") -> [Parameter] {
        var parameters: [Parameter] = []
        skip(" \t")
        while next == ";" {
            index += 1
            var parameter = Parameter(name: take(until: ends + "=;").lowercased())
            if next == "=" {
                index += 1
                skip(" \t")
                if next == "\"" {
                    let (value, isClosed) = quoted()
                    parameter.value = value
                    parameter.isWellFormed = take(until: ends + ";").isEmpty && isClosed
                } else {
                    parameter.value = take(until: ends + ";")
                }
            }
            parameters.append(parameter)
        }
        return parameters
    }

    /// Parses a quoted string (RFC 9110, 5.6.4). Browsers write paths with backslashes, which escape only quotes and
    /// backslashes.
    private mutating func quoted() -> (value: String, isClosed: Bool) {
        var value = String.UnicodeScalarView()
        index += 1
        while let scalar = next, scalar != "\"" {
            let isEscape = scalar == "\\" && index + 1 < text.count && ["\"", "\\"].contains(text[index + 1])
            if isEscape { index += 1 }
            value.append(text[index])
            index += 1
        }
        defer { index = min(index + 1, text.count) }
        return (String(value), next != nil)
    }
}
