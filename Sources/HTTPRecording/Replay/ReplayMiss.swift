/// A request that matches no entry of a recording, with the nearest entries and their differences.
public struct ReplayMiss: Error, Sendable, Hashable {
    /// The redacted request.
    public let request: RecordedRequest
    /// The nearest entries, most similar first.
    public let candidates: [Candidate]

    /// An entry that did not match.
    public struct Candidate: Sendable, Hashable {
        /// The index of the entry.
        public let entry: Int
        /// The entry's method and URL.
        public let summary: String
        /// All differences, heaviest first.
        public let reasons: [Reason]
    }

    /// One difference between a request and an entry.
    public struct Reason: Sendable, Hashable {
        /// The part that differs.
        public enum Kind: Int, Sendable, Hashable, CaseIterable {
            /// An equal entry has already been played.
            case played
            /// The method.
            case method
            /// The scheme, host or port.
            case origin
            /// The path.
            case path
            /// The query.
            case query
            /// The body.
            case body
        }

        /// The part that differs.
        public let kind: Kind
        /// One sentence with the recorded and the sent value.
        public let message: String
        /// The name of the part, such as `the query 'limit'`.
        package let place: String
        package let sent: String?
        package let recorded: String?

        var weight: Int {
            switch kind {
            case .played: 0
            case .body, .query: 1
            case .path, .method: 4
            case .origin: 8
            }
        }
    }
}

extension ReplayMiss {
    package var line: String {
        let nearest = candidates.map { candidate in
            "entry \(candidate.entry + 1) does not match: \(candidate.reasons.map(\.message).joined(separator: ", "))"
        }
        return
            (["no recorded exchange is left for \(request.method) \(request.url)"]
            + (nearest.isEmpty ? ["the recording is empty"] : nearest)).joined(separator: "; ")
    }
}

extension ReplayMiss: CustomStringConvertible {
    /// The request and each candidate with its reasons, on separate lines.
    public var description: String {
        var lines = ["No recorded exchange is left for \(request.method) \(request.url)."]
        if candidates.isEmpty { lines.append("  The recording is empty.") }
        for candidate in candidates {
            lines.append("  entry \(candidate.entry + 1), \(candidate.summary):")
            lines += candidate.reasons.map { "    \($0.message)" }
        }
        return lines.joined(separator: "\n")
    }
}
