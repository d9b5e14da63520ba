import JSONValues

/// A string that looks like a credential but is not a known secret.
public struct Suspicion: Sendable, Hashable, CustomStringConvertible {
    /// A kind of credential.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Three base64 parts separated by dots, the first of which is a JSON object (RFC 7519).
        case jsonWebToken = "a JSON Web Token"
        /// A private key in PEM.
        case privateKey = "a private key"
        /// A key with a service's known prefix.
        case accessKey = "an access key"
        /// The value of a credential member that stays, because no stand-in satisfies its schema.
        case unreplaced = "a credential for which no stand-in meets the schema"
        /// The name of a credential in a body that its parser rejects.
        case unreadable = "a credential in a body that cannot be parsed"
    }

    /// The kind of credential that the string resembles.
    public let kind: Kind
    /// The location in the recording. For a member of a JSON body, this is the body.
    public let pointer: JSONPointer
    /// The member of the JSON body; `nil` if the string itself looks like a credential.
    public let member: JSONPointer?

    init(kind: Kind, pointer: JSONPointer, member: JSONPointer? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.member = member
    }

    func moved(toEntry index: Int) -> Suspicion {
        Suspicion(
            kind: kind, pointer: JSONPointer(tokens: ["log", "entries", "\(index)"] + pointer.tokens), member: member)
    }

    /// The kind and the location, never the string.
    public var description: String { "\(kind.rawValue) at \(pointer)" + (member.map { ", member \($0)" } ?? "") }
}

package enum CredentialShapes {
    /// The prefixes of services' keys, with the minimum number of key characters after them.
    private static let prefixes: [(prefix: [UInt8], count: Int)] = [
        ("AKIA", 16), ("ASIA", 16), ("AIza", 35), ("ghp_", 36), ("gho_", 36), ("ghu_", 36), ("ghs_", 36), ("ghr_", 36),
        ("github_pat_", 22), ("glpat-", 20), ("xoxb-", 20), ("xoxp-", 20), ("xoxa-", 20), ("xoxs-", 20),
        ("sk_live_", 16), ("rk_live_", 16), ("sk_test_", 16), ("sk-", 32), ("npm_", 36), ("SG.", 40), ("ya29.", 20),
        ("EAAC", 60), ("hf_", 30), ("dop_v1_", 40),
    ].map { (Array($0.0.utf8), $0.1) }

    package static func kinds(in text: [UInt8]) -> [Suspicion.Kind] {
        var kinds: Set<Suspicion.Kind> = []
        if contains(text, "-----BEGIN ") && contains(text, "PRIVATE KEY-----") { kinds.insert(.privateKey) }
        if containsToken(text) { kinds.insert(.jsonWebToken) }
        for index in text.indices where index == 0 || !isKeyCharacter(text[index - 1]) {
            for (prefix, count) in prefixes where text[index] == prefix[0] && text[index...].starts(with: prefix) {
                let rest = text[(index + prefix.count)...].prefix { isKeyCharacter($0) }
                if rest.count >= count { kinds.insert(.accessKey) }
            }
        }
        return Suspicion.Kind.allCases.filter(kinds.contains)
    }

    package static func matches(_ text: String) -> Bool {
        text.utf8.count >= 16 && !kinds(in: Array(text.utf8)).isEmpty
    }

    /// Looks for three base64url parts, the first of which is a JSON object. Splits each run of parts only once.
    private static func containsToken(_ text: [UInt8]) -> Bool {
        text.split { !isKeyCharacter($0) && $0 != UInt8(ascii: ".") }.contains { run in
            let parts = run.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.indices.dropLast(2).contains { index in
                min(parts[index].count, parts[index + 1].count) >= 10 && parts[index].starts(with: "eyJ".utf8)
            }
        }
    }

    static func isKeyCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func contains(_ text: [UInt8], _ needle: String) -> Bool {
        text.firstRange(of: Array(needle.utf8)) != nil
    }
}

extension RedactedRecording {
    /// The strings that look like credentials but are not known secrets, then the credentials that stay.
    public var suspicions: [Suspicion] {
        var found: [Suspicion] = []
        HARWriter.log(of: recording).forEachValue { pointer, json in
            guard let text = json.stringValue else { return }
            found += CredentialShapes.kinds(in: Array(text.utf8)).map { Suspicion(kind: $0, pointer: pointer) }
        }
        return found + unreplaced
    }
}
