import JSONValues

/// A string that looks like a credential although no secret names it.
public struct Suspicion: Sendable, Hashable, CustomStringConvertible {
    /// The kind of credential that the string looks like.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Three parts of base64 with dots between them, the first of which is a JSON object (RFC 7519).
        case jsonWebToken = "a JSON Web Token"
        /// A private key in PEM.
        case privateKey = "a private key"
        /// A key with a prefix by which a service marks its own.
        case accessKey = "an access key"
        /// The value of a member that is named as credentials are, which stays where no stand-in meets its schema.
        case unreplaced = "a credential that no stand-in meets the schema of"
    }

    /// The kind of credential that the string looks like.
    public let kind: Kind
    /// The place in the recording; inside of a JSON body this is the body.
    public let pointer: JSONPointer
    /// The member of the JSON body that is meant; `nil` where its text is meant.
    public let member: JSONPointer?

    init(kind: Kind, pointer: JSONPointer, member: JSONPointer? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.member = member
    }

    /// The kind and the place, never the string.
    public var description: String { "\(kind.rawValue) at \(pointer)" + (member.map { ", member \($0)" } ?? "") }
}

/// Finds strings that are shaped as credentials are.
package enum CredentialShapes {
    /// The prefixes by which services mark their keys, and how many key characters follow at least.
    private static let prefixes: [(prefix: [UInt8], count: Int)] = [
        ("AKIA", 16), ("ASIA", 16), ("AIza", 35), ("ghp_", 36), ("gho_", 36), ("ghu_", 36), ("ghs_", 36), ("ghr_", 36),
        ("github_pat_", 22), ("glpat-", 20), ("xoxb-", 20), ("xoxp-", 20), ("xoxa-", 20), ("xoxs-", 20),
        ("sk_live_", 16), ("rk_live_", 16), ("sk_test_", 16), ("sk-", 32), ("npm_", 36), ("SG.", 40), ("ya29.", 20),
        ("EAAC", 60), ("hf_", 30), ("dop_v1_", 40),
    ].map { (Array($0.0.utf8), $0.1) }

    /// Returns the kinds of credential that a text in UTF-8 resembles.
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

    /// Returns whether a text is long enough for a credential, and shaped as one.
    package static func fits(_ text: String) -> Bool { text.utf8.count >= 16 && !kinds(in: Array(text.utf8)).isEmpty }

    /// Looks for three base64url parts, the first of which is a JSON object that begins with a member.
    ///
    /// Each run of parts is taken apart once, so that one of many dots is no more work than a text without any.
    private static func containsToken(_ text: [UInt8]) -> Bool {
        text.split { !isKeyCharacter($0) && $0 != UInt8(ascii: ".") }.contains { run in
            let parts = run.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return zip(parts.dropLast(2).indices, parts.dropLast(2)).contains { index, part in
                part.count >= 10 && part.starts(with: "eyJ".utf8) && parts[index + 1].count >= 10
            }
        }
    }

    /// Returns whether a byte may stand in a key, or in a name.
    static func isKeyCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func contains(_ text: [UInt8], _ needle: String) -> Bool {
        let needle = Array(needle.utf8)
        return text.indices.contains { text[$0...].starts(with: needle) }
    }
}

extension RedactedRecording {
    /// The strings that look like credentials although no secret names them: JSON Web Tokens, private keys, keys with a
    /// known prefix. Then the credentials that stayed, as no stand-in meets their schema.
    public var suspicions: [Suspicion] {
        var found: [Suspicion] = []
        HARWriter.log(of: recording).forEachValue { pointer, json in
            guard let text = json.stringValue else { return }
            found += CredentialShapes.kinds(in: Array(text.utf8)).map { Suspicion(kind: $0, pointer: pointer) }
        }
        return found
            + unreplaced.map { entry, member in
                let body = JSONPointer(tokens: ["log", "entries", "\(entry)", "response", "content", "text"])
                return Suspicion(kind: .unreplaced, pointer: body, member: member)
            }
    }
}
