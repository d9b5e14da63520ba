import HTTPRecording
import JSONSchema

/// A secret that a segment of a path is, or ends with, as services of hooks and bots have it.
struct PathSecret: Equatable {
    /// The text before the secret in its segment.
    let prefix: String

    /// Finds the secret of a segment: what is shaped as credentials are, the token of a bot (`/bot123456:AAH…/getMe`), and
    /// what follows a word for hooks and tokens (`/services/T024BE7LD/B024BE7LH/8cLnKXQFz`).
    init?(of call: ObservedCall, at index: Int) { self.init(in: call.segments, of: call.origin, at: index) }

    /// - Parameter orOpaque: whether a segment that may as well be an identifier counts, as it does for messages.
    init?(in segments: [String], of origin: String, at index: Int, orOpaque: Bool = false) {
        let segment = segments[index]
        if Self.isBotToken(segment) {
            prefix = "bot"
        } else if CredentialShapes.fits(segment) || Self.isHook(segments, of: origin, at: index)
            || orOpaque && Self.isOpaque(segment)
        {
            prefix = ""
        } else {
            return nil
        }
    }

    /// `bot`, the number of an account, a colon and at least 30 letters.
    private static func isBotToken(_ segment: String) -> Bool {
        guard segment.hasPrefix("bot") else { return false }
        let parts = segment.dropFirst(3).split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && PathSegment.isNumber(String(parts[0])) && parts[1].utf8.count >= 30
    }

    private static let hooks: Set<String> = ["webhook", "webhooks", "hook", "hooks", "token", "tokens"]

    /// Whether letters without a meaning stand behind a word for hooks, or in the place that Slack has for its secret.
    private static func isHook(_ segments: [String], of origin: String, at index: Int) -> Bool {
        let segment = segments[index]
        if origin.hasSuffix("//hooks.slack.com") { return index >= 3 && !segment.isEmpty }
        guard segment.utf8.count >= 16, segments[..<index].contains(where: { hooks.contains($0.lowercased()) })
        else { return false }
        return segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
            && segment.utf8.contains(where: \.isASCIIDigit) && !PathSegment.isNumber(segment)
    }

    /// Whether a text holds a UUID, or at least 16 letters and digits in a row, of both kinds. Such a text may be a
    /// credential.
    static func isOpaque(_ text: String) -> Bool {
        if PathSegment.isUUID(text) || CredentialShapes.fits(text) { return true }
        return text.utf8.split { !$0.isASCIIAlphanumeric }.contains { run in
            run.count >= 16 && run.contains(where: \.isASCIIDigit) && !run.allSatisfy(\.isASCIIDigit)
        }
    }
}
