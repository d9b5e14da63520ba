import JSONValues

/// The names of credentials in header fields, bodies, forms and queries.
///
/// Recordings, imports and served contracts share this list. Names are compared by their lowercase letters and digits:
/// `access_token`, `accessToken` and `Access-Token` are equal. Longer names match by word: `stripe_api_key` and
/// `X-Api-Key` contain `api_key`.
public enum CredentialNames {
    /// The sorted list.
    public static let all = [
        "access_key", "access_token", "api_key", "api_secret", "api_token", "app_id", "app_key", "app_secret",
        "auth_code", "auth_key", "auth_token", "authorization", "bearer", "bearer_token", "client_assertion",
        "client_key",
        "client_secret", "code_verifier", "consumer_secret", "cookie", "credential", "credentials", "csrf_token",
        "current_password", "cvc", "cvv", "device_token", "encryption_key", "id_token", "jwt", "master_key",
        "new_password", "oauth_token", "oauth_token_secret", "old_password", "otp", "parse_key", "passphrase", "passwd",
        "password", "password_confirmation", "pin", "private_key", "pwd", "refresh_token", "rest_key", "secret",
        "secret_access_key", "secret_key", "security_token", "session", "session_id", "session_key", "session_token",
        "shared_secret", "sig", "signature", "signing_key", "subscription_key", "token", "user_password",
        "webhook_secret", "xsrf_token",
    ]

    private static let known = Set(all.map(folded))
    /// Names that are credentials alone, but common words within a longer name.
    private static let standaloneNames: Set = ["session"]
    /// Words of names for pagination, or for metadata of a credential.
    private static let excludedWords: Set = ["next", "page", "continuation", "cursor", "expires", "expiry", "allow"]
    /// Last words of names for metadata of a credential.
    private static let metadataSuffixes: Set = [
        "type", "count", "limit", "length", "size", "policy", "hint", "expiration", "url", "uri", "endpoint",
    ]

    static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.compactMap { byte in
                byte.isASCIIAlphanumeric || byte >= 0x80 ? byte.asciiLowercased : nil
            }, as: UTF8.self)
    }

    package static func contains(_ name: String) -> Bool {
        if known.contains(folded(name)) { return true }
        // A single word has already been looked up.
        guard name.utf8.dropFirst().contains(where: { !$0.isASCIILowercase }) else { return false }
        let words = name.nameWords.map { $0.lowercased() }
        guard let last = words.last, !metadataSuffixes.contains(last),
            !words.contains(where: excludedWords.contains)
        else { return false }
        return words.indices.contains { start in
            (start..<min(start + 3, words.count)).contains { end in
                let part = words[start...end].joined()
                return known.contains(part) && !standaloneNames.contains(part)
            }
        }
    }

    /// Returns whether a query item with this name holds a credential, including `key` and `auth`.
    package static func containsInQuery(_ name: String) -> Bool {
        contains(name) || ["key", "auth"].contains(name.lowercased())
    }
}

/// A substitute for a credential whose placeholder would violate a schema. It has the same type and a similar shape,
/// and is the same in every recording.
package enum CredentialStandIn {
    private static let word = "redacted"
    private static let digits = "10101010"
    private static let hexadecimal = "0bad0bad"
    private static let uuid = "0bad0bad-0bad-40ba-80ba-0bad0bad0bad"
    private static let webToken = "eyJhbGciOiJub25lIn0.e30.redacted"
    private static let numbered = 4

    package static func isStandIn(_ text: String) -> Bool {
        let lower = text.lowercased()
        return text.utf8.count == uuid.utf8.count && lower.hasPrefix(uuid.dropLast(numbered))
            || text.utf8.count < 8 && cycle("redact", text.utf8.count) == lower
            || [word, hexadecimal].contains(where: lower.hasPrefix)
            || text.hasPrefix(digits) && text.utf8.allSatisfy(\.isASCIIDigit)
            || lower.split(whereSeparator: { "-_.:".contains($0) }).last.map { $0.hasPrefix(word) && $0.count >= 8 }
                ?? false
    }

    /// Returns whether a word of the string is a stand-in or a placeholder, as in `Bearer {header:Authorization}`.
    package static func containsStandInOrPlaceholder(_ text: String) -> Bool {
        text.split(whereSeparator: { " ;".contains($0) }).contains { word in
            isStandIn(String(word)) || word.isPlaceholder
        }
    }

    /// Returns the stand-ins of a string, best first. A schema may demand more than the first one preserves.
    ///
    /// - Parameter generation: the one-based number among the values of a recording with the same first stand-in. Each
    ///   value gets its own stand-in if the digits or letters suffice.
    package static func texts(for text: String, named name: String, generation: Int = 1) -> [String] {
        let name = letters(of: generation) + name
        if text.isEmpty || isStandIn(text) || text.isPlaceholder { return [text] }
        let count = text.unicodeScalars.count
        // Lengths that vary slightly between tokens are rounded.
        let rounded = count < 16 ? count : count / 8 * 8
        let ascii = Array(text.utf8)
        if ascii.count == 36, shape(ascii) == shape(Array(uuid.utf8)) {
            let uuid = counted(uuid, generation, radix: 16)
            return [ascii.contains { (0x41...0x46).contains($0) } ? uuid.uppercased() : uuid]
        }
        if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
            return [webToken + letters(of: generation), filled(word, name, count)]
        }
        if ascii.allSatisfy(\.isASCIIDigit) { return [counted(cycle("10", count), generation, radix: 10)] }
        let isUppercase = !ascii.contains(where: \.isASCIILowercase) && ascii.contains(where: \.isASCIIUppercase)
        func cased(_ text: String) -> String { isUppercase ? text.uppercased() : text }
        if count >= 8, ascii.allSatisfy({ $0.hexadecimalValue != nil }), ascii.contains(where: \.isASCIIDigit) {
            return [cased(counted(cycle(hexadecimal, count), generation, radix: 16))]
        }
        let letters = cased(filled(word, name, rounded))
        return [letters, cased(filled(word, name, count)), prefixed(text, name), classes(ascii, generation)].distinct
    }

    package static func numbers(for number: JSONNumber, generation: Int = 1) -> [JSON] {
        let digits = String(number.text.map { $0.isASCII && $0.isNumber ? "1" : $0 })
        // Replacing digits by 1 keeps a number valid; a leading zero would not.
        return [counted(digits, generation, radix: 10), "1", "0"].compactMap { JSON(ifValid: $0.utf8) }
    }

    /// Repeats the word and the letters of the name, so that different names have different stand-ins.
    private static func filled(_ word: String, _ name: String, _ count: Int) -> String {
        let letters = String(decoding: CredentialNames.folded(name).utf8.filter(\.isASCIIAlphanumeric), as: UTF8.self)
        return count < 8 ? cycle("redact", count) : cycle(word + letters, count)
    }

    private static func cycle(_ text: String, _ count: Int) -> String {
        String(String(repeating: text, count: count / max(1, text.count) + 1).prefix(count))
    }

    /// Keeps the prefix with which a service marks its keys, such as `ghp_`, and fills the rest with letters.
    private static func prefixed(_ text: String, _ name: String) -> String {
        guard let end = text.prefix(12).lastIndex(where: { "-_.:".contains($0) }) else {
            return filled(word, name, text.unicodeScalars.count)
        }
        let prefix = text[...end]
        return String(prefix) + filled(word, name, text.unicodeScalars.count - prefix.unicodeScalars.count)
    }

    /// Replaces letters by x and digits by 0, and counts with the last ones. Other characters stay.
    private static func classes(_ text: [UInt8], _ generation: Int) -> String {
        var rest = generation - 1
        func next(_ first: UInt8, from start: UInt8, of count: Int) -> UInt8 {
            defer { rest /= count }
            return first + UInt8((Int(start - first) + rest % count) % count)
        }
        let bytes = text.reversed().map { byte in
            byte.isASCIIDigit
                ? next(0x30, from: 0x30, of: 10)
                : byte.isASCIIUppercase
                    ? next(0x41, from: 0x58, of: 26) : byte.isASCIILowercase ? next(0x61, from: 0x78, of: 26) : byte
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// Returns the letters that number the second and later values: b, c, …, z, ba.
    private static func letters(of generation: Int) -> String {
        var text = ""
        var rest = generation - 1
        while rest > 0 {
            text = String(UnicodeScalar(UInt8(0x61 + rest % 26))) + text
            rest /= 26
        }
        return text
    }

    private static func counted(_ text: String, _ generation: Int, radix: Int) -> String {
        let room = min(numbered, text.count - hexadecimal.count)
        let digits = String(generation, radix: radix)
        guard generation > 1, digits.count <= room else { return text }
        return text.dropLast(room) + String(repeating: "0", count: room - digits.count) + digits
    }

    private static func shape(_ text: [UInt8]) -> [Bool?] {
        text.map { $0.hexadecimalValue != nil ? true : $0 == UInt8(ascii: "-") ? false : nil }
    }
}
