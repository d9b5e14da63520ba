import Foundation

/// The pairs of a query as a server reads them (RFC 3986). Form decoding agrees unless there is a raw `+`.
struct QueryPairs: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        let name: String
        let value: String
    }

    let pairs: [Pair]
    /// Names of pairs with a raw `+`, which servers read as a plus or as a space.
    let ambiguous: [String]
    /// Raw fields that are not percent-encoded UTF-8.
    let undecodable: [String]

    init(percentEncoded query: String?) {
        var pairs: [Pair] = []
        var ambiguous: [String] = []
        var undecodable: [String] = []
        for field in query.map({ $0.isEmpty ? [] : $0.split(separator: "&", omittingEmptySubsequences: false) }) ?? [] {
            let equals = field.firstIndex(of: "=")
            let name = String(field[..<(equals ?? field.endIndex)])
            let value = equals.map { String(field[field.index(after: $0)...]) } ?? ""
            guard let decodedName = name.percentDecoded, let decodedValue = value.percentDecoded
            else {
                undecodable.append(String(field))
                continue
            }
            pairs.append(Pair(name: decodedName, value: decodedValue))
            if field.contains("+") { ambiguous.append(decodedName) }
        }
        self.pairs = pairs
        self.ambiguous = ambiguous
        self.undecodable = undecodable
    }

    /// Parses an `application/x-www-form-urlencoded` body, in which `+` is a space.
    init(form bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        self.init(percentEncoded: text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20"))
    }

    func values(of name: String) -> [String] {
        pairs.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }
}
