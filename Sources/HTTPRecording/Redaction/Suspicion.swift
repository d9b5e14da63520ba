import JSONSchema

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
    }

    /// The kind of credential that the string looks like.
    public let kind: Kind
    /// The place in the recording; inside of a JSON body this is the body.
    public let pointer: JSONPointer

    /// The kind and the place, never the string.
    public var description: String { "\(kind.rawValue) at \(pointer)" }
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

    /// What a text, in UTF-8, looks like.
    package static func kinds(in text: [UInt8]) -> [Suspicion.Kind] {
        var kinds: Set<Suspicion.Kind> = []
        if contains(text, "-----BEGIN ") && contains(text, "PRIVATE KEY-----") { kinds.insert(.privateKey) }
        for index in text.indices where index == 0 || !isKeyCharacter(text[index - 1]) {
            if isToken(text[index...]) { kinds.insert(.jsonWebToken) }
            for (prefix, count) in prefixes where text[index...].starts(with: prefix) {
                let rest = text[(index + prefix.count)...].prefix { isKeyCharacter($0) }
                if rest.count >= count { kinds.insert(.accessKey) }
            }
        }
        return Suspicion.Kind.allCases.filter(kinds.contains)
    }

    /// Three base64url parts, the first of which is a JSON object that begins with a member.
    private static func isToken(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "eyJ".utf8) else { return false }
        let parts = text.prefix { isKeyCharacter($0) || $0 == UInt8(ascii: ".") }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 3 && parts[0].count >= 10 && parts[1].count >= 10
    }

    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func contains(_ text: [UInt8], _ needle: String) -> Bool {
        let needle = Array(needle.utf8)
        return text.indices.contains { text[$0...].starts(with: needle) }
    }
}

extension RedactedRecording {
    /// The strings that look like credentials although no secret names them: JSON Web Tokens, private keys, keys with a
    /// known prefix.
    public var suspicions: [Suspicion] {
        var found: [Suspicion] = []
        Self.walk(HARWriter.log(of: recording), at: .root, &found)
        return found
    }

    private static func walk(_ json: JSON, at pointer: JSONPointer, _ found: inout [Suspicion]) {
        switch json {
        case .null, .bool, .number: break
        case .string(let text):
            found += CredentialShapes.kinds(in: Array(text.utf8)).map { Suspicion(kind: $0, pointer: pointer) }
        case .array(let elements):
            for (index, element) in elements.enumerated() { walk(element, at: pointer.appending(index), &found) }
        case .object(let members):
            for (key, value) in members { walk(value, at: pointer.appending(key), &found) }
        }
    }
}
