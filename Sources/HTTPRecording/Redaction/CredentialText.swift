/// A search for likely credentials in any text: after a name (`token: x`, `"password": "x"`, `<pin>x</pin>`), after an
/// authorization scheme (`Bearer x`), or by their shape.
///
/// A recording must replay, so its redaction removes only certain credentials. In a log, false positives are harmless.
package enum CredentialText {
    package static func secrets(in text: String) -> [Secret] {
        let bytes = Array(text.utf8)
        var found = shapes(in: bytes).map { Secret(value: $0, placeholder: "{token}") }
        var index = 0
        while index < bytes.count {
            guard CredentialShapes.isKeyCharacter(bytes[index]) else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !CredentialShapes.isKeyCharacter($0) } ?? bytes.count
            let name = String(decoding: bytes[index..<end], as: UTF8.self)
            let isScheme =
                end < bytes.count && bytes[end] == 0x20 && AuthorizationText.schemes.contains(name.lowercased())
            let before = index > 0 ? bytes[index - 1] : 0
            index = end
            if isScheme {
                let value = value(in: bytes, from: end + 1)
                let isCertain = name.lowercased() == "bearer" || value.text.isDistinctive
                if isCertain, value.text.utf8.count >= 4 {
                    found.append(Secret(value: value.text, placeholder: "{\(name.lowercased())}"))
                    index = value.end
                }
            } else if let start = valueStart(in: bytes, after: end, isElement: before == UInt8(ascii: "<")),
                CredentialNames.containsInQuery(name)
            {
                let value = value(in: bytes, from: start)
                guard !value.text.isEmpty, !AuthorizationText.schemes.contains(value.text.lowercased()) else {
                    continue
                }
                found.append(Secret(value: value.text, placeholder: "{\(name)}"))
                // Other texts may contain the value without its escapes.
                let plain = String(decoding: DecodedView(Array(value.text.utf8)).bytes, as: UTF8.self)
                if plain != value.text { found.append(Secret(value: plain, placeholder: "{\(name)}")) }
                index = max(index, value.end)
            }
        }
        return found
    }

    /// Returns whether a string looks random, as tokens do: mixed letters and digits, without words.
    package static func isRandom(_ text: String) -> Bool {
        if text.utf8.count < 16 { return false }
        let parts = text.utf8.split { !$0.isASCIIAlphanumeric }
        return parts.contains { part in
            let digits = part.count(where: \.isASCIIDigit)
            let changes = zip(part, part.dropFirst()).count { $0.isASCIILowercase != $1.isASCIILowercase }
            return part.count >= 8 && (digits > 0 && digits < part.count || changes * 3 >= part.count)
        }
    }

    private static func valueStart(in bytes: [UInt8], after name: Int, isElement: Bool) -> Int? {
        var index = name
        func skip(_ characters: String) {
            while index < bytes.count, characters.utf8.contains(bytes[index]) { index += 1 }
        }
        if isElement, index < bytes.count, bytes[index] == UInt8(ascii: ">") { return index + 1 }
        skip("\\\"']")
        skip(" \t\r\n")
        guard index < bytes.count, ":=".utf8.contains(bytes[index]) else { return nil }
        index += 1
        skip("> \t\r\n[")
        return index
    }

    private static func value(in bytes: [UInt8], from start: Int) -> (text: String, end: Int) {
        var begin = start
        while begin < bytes.count, bytes[begin] == UInt8(ascii: "\\") { begin += 1 }
        let quote = begin < bytes.count && "\"'".utf8.contains(bytes[begin]) ? bytes[begin] : nil
        if quote != nil { begin += 1 }
        var end = begin
        while end < bytes.count {
            if let quote {
                if bytes[end] == quote { break }
                if bytes[end] == UInt8(ascii: "\\") { end += 1 }
            } else if bytes[end] <= 0x20 || ",;&\"'<>{}[]()|".utf8.contains(bytes[end]) {
                break
            }
            end += 1
        }
        end = min(end, bytes.count)
        return (String(decoding: bytes[begin..<end], as: UTF8.self), end)
    }

    private static func shapes(in bytes: [UInt8]) -> [String] {
        guard bytes.count >= 16 else { return [] }
        var found = bytes.split { !(CredentialShapes.isKeyCharacter($0) || "./+=~".utf8.contains($0)) }
            .filter { $0.count >= 16 && !CredentialShapes.kinds(in: Array($0)).isEmpty }
            .map { String(decoding: $0, as: UTF8.self) }
        if let dash = bytes.firstIndex(of: UInt8(ascii: "-")),
            let begin = bytes[dash...].firstRange(of: Array("-----BEGIN ".utf8)),
            let end = bytes[begin.upperBound...].firstRange(of: Array("PRIVATE KEY-----".utf8))
        {
            let close = bytes[end.upperBound...].firstRange(of: Array("-----END".utf8))
            let key = bytes[end.upperBound..<(close?.lowerBound ?? bytes.count)]
            found += [String(decoding: key, as: UTF8.self)]
        }
        return found
    }
}

/// The value of `Authorization`: a scheme and credentials (RFC 9110, 11.4).
enum AuthorizationText {
    static let schemes: Set = ["bearer", "basic", "token", "digest", "apikey", "negotiate"]

    /// Returns the credentials after a known scheme; without one, the whole value.
    static func credentials(of value: String) -> String {
        let end = value.firstIndex(of: " ") ?? value.startIndex
        return schemes.contains(value[..<end].lowercased()) ? String(value[end...].dropFirst()) : value
    }
}

extension HTTPExchange {
    /// Returns everything in the exchange that looks like a credential, by name, location or shape.
    ///
    /// - Parameter isPathKnown: whether a contract describes the path. If not, random segments count as credentials.
    package func likelySecrets(isPathKnown: Bool) -> [Secret] {
        var found = CredentialMembers().secrets(in: self, onlyDistinctive: false)
        let url = URLText(request.url)
        if let userInfo = url.userInfo {
            found.append(Secret(value: String(decoding: url.bytes[userInfo], as: UTF8.self), placeholder: "{userinfo}"))
        }
        let segments = url.segments.map { String(decoding: $0, as: UTF8.self) }
        for (index, segment) in segments.enumerated() where !segment.isEmpty && !isPathKnown {
            let before = index > 0 ? segments[index - 1] : ""
            if CredentialText.isRandom(segment) || before.isCredentialPath {
                found.append(Secret(value: segment, placeholder: "{path}"))
            }
        }
        for pair in url.queryPairs where CredentialNames.containsInQuery(pair.nameText) {
            found.append(Secret(value: pair.valueText, placeholder: "{\(pair.nameText)}"))
        }
        for field in request.headers.fields + response.headers.fields { found += field.likelySecrets }
        let texts = [request.url, request.body.map(Self.beginning), Self.beginning(of: response.body)]
        return (found + texts.compactMap(\.self).flatMap(CredentialText.secrets)).filter { !$0.value.isEmpty }
    }

    /// Returns the start of a body, which is searched as text. Members of JSON, forms and XML are searched completely.
    private static func beginning(of body: [UInt8]) -> String {
        String(decoding: body.prefix(64 * 1024), as: UTF8.self)
    }
}

extension String {
    var withoutQuotes: String { hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self }
    var withoutExtensionPrefix: String { lowercased().hasPrefix("x-") ? String(dropFirst(2)) : self }

    /// Whether a token follows this path segment, as in `/reset-password/x` and `/hooks/x`.
    fileprivate var isCredentialPath: Bool {
        let words = nameWords.map { $0.lowercased() }
        let announcing: Set = [
            "reset", "verify", "confirm", "invite", "invitation", "magic", "hook", "hooks", "webhook", "webhooks",
            "tokens", "sessions", "keys", "key", "auth", "unsubscribe",
        ]
        return CredentialNames.contains(self) || words.contains(where: announcing.contains)
    }
}

extension HeaderFields.Field {
    /// The credentials in a header field: `Authorization` and cookies completely, others by name and shape.
    fileprivate var likelySecrets: [Secret] {
        func secrets(_ name: String, _ value: String) -> [Secret] {
            let value = value.withoutQuotes
            let credentials = value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? value
            return [Secret(value: value, placeholder: name), Secret(value: credentials, placeholder: name)]
        }
        let lower = name.lowercased()
        switch lower {
        case "cookie": return CookiePair.parse(value).flatMap { secrets("{cookie:\($0.name)}", $0.value) }
        case "set-cookie":
            return SetCookie(value).map { $0.value.isEmpty ? [] : secrets("{cookie:\($0.name)}", $0.value) } ?? []
        default:
            return CredentialNames.containsInQuery(lower.withoutExtensionPrefix)
                ? secrets("{header:\(name)}", value) : CredentialText.secrets(in: value)
        }
    }
}
