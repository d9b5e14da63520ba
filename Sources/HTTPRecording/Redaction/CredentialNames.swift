import JSONSchema

/// The names under which services send credentials, in headers, bodies, forms and queries.
///
/// There is one list: recordings, imports and served contracts ask it. Names are compared by their letters and digits in
/// lower case: `access_token`, `accessToken` and `Access-Token` are one. A longer name counts by its words: `stripe_api_key`
/// and `X-Api-Key` hold `api_key`.
public enum CredentialNames {
    /// The list, sorted.
    public static let all = [
        "access_key", "access_token", "api_key", "api_secret", "api_token", "app_id", "app_key", "app_secret",
        "auth_code",
        "auth_key", "auth_token", "authorization", "bearer", "bearer_token", "client_assertion", "client_key",
        "client_secret", "code_verifier", "consumer_secret", "cookie", "credential", "credentials", "csrf_token",
        "current_password", "cvc", "cvv", "device_token", "encryption_key", "id_token", "jwt", "master_key",
        "new_password", "oauth_token", "oauth_token_secret", "old_password", "otp", "parse_key", "passphrase", "passwd",
        "password", "password_confirmation", "pin", "private_key", "pwd", "refresh_token", "rest_key", "secret",
        "secret_access_key", "secret_key", "security_token", "session", "session_id", "session_key", "session_token",
        "shared_secret", "sig", "signature", "signing_key", "subscription_key", "token", "user_password",
        "webhook_secret", "xsrf_token",
    ]

    private static let known = Set(all.map(folded))
    /// Names that are credentials alone, and common words within a longer name.
    private static let alone: Set = ["session"]
    /// Words of names that are places in a list, or facts about a credential.
    private static let harmless: Set = ["next", "page", "continuation", "cursor", "expires", "expiry", "allow"]
    /// Last words of names that are facts about a credential.
    private static let facts: Set = [
        "type", "count", "limit", "length", "size", "policy", "hint", "expiration", "url", "uri", "endpoint",
    ]

    /// A name as it is compared.
    static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.compactMap { byte in
                byte.isASCIIAlphanumeric ? byte | ((0x41...0x5A).contains(byte) ? 0x20 : 0) : byte >= 0x80 ? byte : nil
            }, as: UTF8.self)
    }

    /// Returns whether a member, header or parameter of this name holds a credential.
    package static func contains(_ name: String) -> Bool {
        if known.contains(folded(name)) { return true }
        let words = name.nameWords.map { $0.lowercased() }
        guard let last = words.last, !facts.contains(last), !words.contains(where: harmless.contains) else {
            return false
        }
        return words.indices.contains { start in
            (start..<min(start + 3, words.count)).contains { end in
                let part = words[start...end].joined()
                return known.contains(part) && !alone.contains(part)
            }
        }
    }

    /// Returns whether a query pair of this name holds one: `key` and `auth`, too, by which services ask for a key.
    package static func containsInQuery(_ name: String) -> Bool {
        contains(name) || ["key", "auth"].contains(name.lowercased())
    }
}

/// What stands for a credential in a recording where a placeholder would break a schema: a value of the same type and of a
/// like shape, the same at every recording.
package enum CredentialStandIn {
    private static let word = "redacted"
    private static let digits = "10101010"
    private static let hexadecimal = "0bad0bad"
    private static let uuid = "0bad0bad-0bad-40ba-80ba-0bad0bad0bad"
    private static let webToken = "eyJhbGciOiJub25lIn0.e30.redacted"

    /// Returns whether a text stands for a credential already.
    package static func isOne(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower == uuid || text == webToken || text.utf8.count < 8 && cycle("redact", text.utf8.count) == lower
            || [word, hexadecimal].contains(where: lower.hasPrefix)
            || text.hasPrefix(digits) && text.utf8.allSatisfy(\.isASCIIDigit)
            || lower.split(whereSeparator: { "-_.:".contains($0) }).last.map { $0.hasPrefix(word) && $0.count >= 8 }
                ?? false
    }

    /// The stand-ins of a text under a name, the best first: a schema may ask for more than the first one keeps.
    package static func texts(for text: String, named name: String) -> [String] {
        if text.isEmpty || isOne(text) || text.hasPrefix("{") && text.hasSuffix("}") { return [text] }
        let count = text.unicodeScalars.count
        // Lengths that differ by a few from token to token are one.
        let rounded = count < 16 ? count : count / 8 * 8
        let ascii = Array(text.utf8)
        if ascii.count == 36, shape(ascii) == shape(Array(uuid.utf8)) {
            return [ascii.contains { (0x41...0x46).contains($0) } ? uuid.uppercased() : uuid]
        }
        if text.hasPrefix("eyJ"), text.split(separator: ".", omittingEmptySubsequences: false).count == 3 {
            return [webToken] + [filled(word, name, count)]
        }
        if ascii.allSatisfy(\.isASCIIDigit) { return [cycle("10", count)] }
        let isUppercase = !ascii.contains(where: \.isASCIILowercase) && ascii.contains { (0x41...0x5A).contains($0) }
        func cased(_ text: String) -> String { isUppercase ? text.uppercased() : text }
        if count >= 8, ascii.allSatisfy({ Hex.value($0) != nil }), ascii.contains(where: \.isASCIIDigit) {
            return [cased(cycle(hexadecimal, count))]
        }
        let letters = cased(filled(word, name, rounded))
        return [letters, cased(filled(word, name, count)), prefixed(text, name), classes(ascii)]
            .reduce(into: []) { all, next in if !all.contains(next) { all.append(next) } }
    }

    /// The stand-ins of a number: one of as many digits, and zero.
    package static func numbers(for number: JSONNumber) -> [JSON] {
        let digits = String(number.text.map { $0.isASCII && $0.isNumber ? "1" : $0 })
        // Digits in the place of digits leave a number what it is; a leading zero would not.
        return [digits, "1", "0"].compactMap { text in try? JSON(parsing: Array(text.utf8)) }
    }

    /// The word and the name's letters, over and over: it says what it is, and credentials of two names are two.
    private static func filled(_ word: String, _ name: String, _ count: Int) -> String {
        let letters = String(
            decoding: CredentialNames.folded(name).utf8.filter(\.isASCIIAlphanumeric), as: UTF8.self)
        return count < 8 ? cycle("redact", count) : cycle(word + letters, count)
    }

    private static func cycle(_ text: String, _ count: Int) -> String {
        String(String(repeating: text, count: count / max(1, text.count) + 1).prefix(count))
    }

    /// The prefix by which a service marks its keys, such as `ghp_`, and then letters.
    private static func prefixed(_ text: String, _ name: String) -> String {
        guard let end = text.prefix(12).lastIndex(where: { "-_.:".contains($0) }) else {
            return filled(word, name, text.unicodeScalars.count)
        }
        let prefix = text[...end]
        return String(prefix) + filled(word, name, text.unicodeScalars.count - prefix.unicodeScalars.count)
    }

    /// Every letter as an x and every digit as a 0; what is neither stays.
    private static func classes(_ text: [UInt8]) -> String {
        String(
            decoding: text.map { byte in
                byte.isASCIIDigit
                    ? 0x30 : (0x41...0x5A).contains(byte) ? 0x58 : byte.isASCIILowercase ? 0x78 : byte
            }, as: UTF8.self)
    }

    private static func shape(_ text: [UInt8]) -> [Bool?] {
        text.map { Hex.value($0) != nil ? true : $0 == UInt8(ascii: "-") ? false : nil }
    }
}
