import HTTPRecording
import JSONSchema

/// Recognises secrets by what they are called and by what they look like.
package enum SecretNames {
    private static let words: Set<String> = [
        "password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "authorization", "credential",
        "credentials", "jwt", "bearer", "otp", "pin", "cvv", "signature", "sig", "cookie", "appid",
    ]
    private static let harmless: Set<String> = ["next", "page", "continuation", "cursor", "type", "expires", "expiry"]

    /// Whether a member, header or form field of this name holds a secret: `password`, `accessToken`, `X-API-Key`.
    package static func isSecret(_ name: String) -> Bool {
        let parts = Naming.words(name).map { $0.lowercased() }
        if parts.contains(where: harmless.contains) { return false }
        if parts.contains(where: words.contains) { return true }
        let pairs = zip(parts, parts.dropFirst()).map { $0 + $1 }
        return pairs.contains {
            ["apikey", "accesskey", "privatekey", "appkey", "sessionid", "subscriptionkey"].contains($0)
        }
            || parts.last == "key"
                && parts.dropLast().contains { ["parse", "rest", "auth", "client", "master"].contains($0) }
    }

    /// Whether a query pair of this name holds one: `key` and `auth`, too, where services ask for a key.
    package static func isSecretInQuery(_ name: String) -> Bool {
        isSecret(name) || ["key", "auth"].contains(name.lowercased())
    }

    /// Whether a text is shaped as credentials are.
    static func looksSecret(_ text: String) -> Bool {
        text.utf8.count >= 16 && !CredentialShapes.kinds(in: Array(text.utf8)).isEmpty
    }

    /// The secret texts of a value by their pointers, each under the name that tells what it is.
    static func secrets(in json: JSON) -> [(pointer: JSONPointer, name: String, value: String)] {
        var found: [(pointer: JSONPointer, name: String, value: String)] = []
        // The same few names stand in every element of a long list.
        var judged: [String: Bool] = [:]
        func isSecret(_ name: String) -> Bool {
            if let known = judged[name] { return known }
            judged[name] = Self.isSecret(name)
            return judged[name] ?? false
        }
        func visit(_ json: JSON, _ pointer: JSONPointer, _ name: String, depth: Int) {
            guard depth < SampleShape.maximumDepth else { return }
            switch json {
            case .null, .bool, .number: break
            case .string(let text):
                if !text.isEmpty, isSecret(name) || looksSecret(text) { found.append((pointer, name, text)) }
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    visit(element, pointer.appending(index), name, depth: depth + 1)
                }
            case .object(let members):
                for (key, value) in members { visit(value, pointer.appending(key), key, depth: depth + 1) }
            }
        }
        visit(json, .root, "", depth: 0)
        return found
    }
}
