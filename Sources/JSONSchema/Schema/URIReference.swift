import Foundation

/// The five parts of a URI reference (RFC 3986), verbatim, without decoding or normalization.
struct URIReference: Sendable, Hashable {
    var scheme: String?
    var authority: String?
    var path = ""
    var query: String?
    var fragment: String?

    init(_ text: String) {
        var rest = Substring(text)
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[colon] == ":", colon != rest.startIndex
        {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    var withoutFragment: URIReference { modified(self) { $0.fragment = nil } }

    var decodedFragment: String? { (fragment ?? "").removingPercentEncoding }

    /// Returns the reference resolved against a base (RFC 3986, section 5.2.2).
    func resolved(against base: URIReference) -> URIReference {
        if scheme != nil { return removingDots() }
        var result = self
        result.scheme = base.scheme
        if authority != nil { return result.removingDots() }
        result.authority = base.authority
        if path.isEmpty {
            result.path = base.path
            result.query = query ?? base.query
            return result
        }
        if !path.hasPrefix("/") {
            if base.path.isEmpty {
                result.path = base.authority == nil ? path : "/" + path
            } else {
                let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
                result.path = folder + path
            }
        }
        return result.removingDots()
    }

    private func removingDots() -> URIReference {
        guard path.contains(".") else { return self }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || kept.first.map({ !$0.isEmpty }) ?? false { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return modified(self) { $0.path = kept.joined(separator: "/") }
    }
}
