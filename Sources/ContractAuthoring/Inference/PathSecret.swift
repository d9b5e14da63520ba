import HTTPRecording
import JSONSchema

/// A secret in a path segment, as in the URLs of webhooks and bots.
struct PathSecret: Equatable {
    let prefix: String

    /// Finds a segment's secret: a credential, a bot token (`/bot123456:AAH…/getMe`), or an opaque segment after a word
    /// for hooks and tokens (`/services/T024BE7LD/B024BE7LH/8cLnKXQFz`).
    init?(of call: ObservedCall, at index: Int) { self.init(in: call.segments, of: call.origin, at: index) }

    /// - Parameter includingOpaque: Whether to include segments that may be mere identifiers, as messages require.
    init?(in segments: [String], of origin: String, at index: Int, includingOpaque: Bool = false) {
        let segment = segments[index]
        if segment.hasPrefix("bot"), segment.wholeMatch(of: /bot[0-9]+:[^:]{30,}/) != nil {
            prefix = "bot"
        } else if CredentialShapes.matches(segment) || Self.isHookSecret(segments, of: origin, at: index)
            || includingOpaque && Self.isOpaque(segment)
        {
            prefix = ""
        } else {
            return nil
        }
    }

    private static let hooks: Set<String> = ["webhook", "webhooks", "hook", "hooks", "token", "tokens"]

    /// Whether an opaque segment follows a word for hooks, or is at the secret's position in a Slack URL.
    private static func isHookSecret(_ segments: [String], of origin: String, at index: Int) -> Bool {
        let segment = segments[index]
        if origin.hasSuffix("//hooks.slack.com") { return index >= 3 && !segment.isEmpty }
        guard segment.utf8.count >= 16, segments[..<index].contains(where: { hooks.contains($0.lowercased()) })
        else { return false }
        return segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
            && segment.utf8.contains(where: \.isASCIIDigit) && !PathSegment.isNumber(segment)
    }

    /// Whether a string may be a credential: a UUID, a credential's shape, or a run of at least 16 letters and digits
    /// of both kinds.
    static func isOpaque(_ text: String) -> Bool {
        if PathSegment.isUUID(text) || CredentialShapes.matches(text) { return true }
        return text.utf8.split { !$0.isASCIIAlphanumeric }.contains { run in
            run.count >= 16 && run.contains(where: \.isASCIIDigit) && !run.allSatisfy(\.isASCIIDigit)
        }
    }
}
