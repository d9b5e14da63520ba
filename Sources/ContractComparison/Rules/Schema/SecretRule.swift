import JSONSchema

/// An argument that became a secret, or is none any more: `"format": "password"`.
enum SecretRule {
    static func compare(_ part: Pair, _ subject: String, _ walk: inout SchemaWalk) {
        let isSecret = part.new?.value == "password"
        walk.add(
            Change(
                .argumentSecrecyChanged,
                isSecret
                    ? "\(subject) is a secret now: it comes from the environment, and recordings hide it"
                    : "\(subject) is no secret any more: recordings hold its value",
                .impact(Impact(client: .risky, provider: .harmless)), old: part.old, new: part.new))
    }
}
