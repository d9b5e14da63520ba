import JSONSchema

/// Two members of a recording's entry that say different things: one of them was edited.
package struct Contradiction: Sendable, Hashable {
    /// The index of the entry.
    package let entry: Int
    /// The member within the entry, such as `/request/queryString`.
    package let pointer: JSONPointer
    /// What the other member says.
    package let expected: String
    /// What this one says.
    package let found: String

    /// Compares what this package derives from other members when it writes an entry: the query and the media type.
    static func all(in entry: JSON, _ exchange: HTTPExchange, at index: Int) -> [Contradiction] {
        var found: [Contradiction] = []
        let query = HARWriter.pairs(URLText(exchange.request.url).queryPairs)
        if let stated = entry["request"]?["queryString"], stated != query {
            found.append(
                Contradiction(
                    entry: index, pointer: "/request/queryString", expected: query.text(), found: stated.text()))
        }
        let type = exchange.response.headers["Content-Type"] ?? ""
        if let stated = entry["response"]?["content"]?["mimeType"]?.stringValue,
            MediaType(stated).essence != MediaType(type).essence
        {
            found.append(
                Contradiction(
                    entry: index, pointer: "/response/content/mimeType", expected: type, found: stated))
        }
        return found
    }
}
