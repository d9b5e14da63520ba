import Foundation

/// A URL for messages, without user information, query, and fragment. Path segments that may be tokens become
/// placeholders.
package enum RedactedURL {
    package static func text(_ url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        let start = address.range(of: "://")?.upperBound ?? address.startIndex
        let place = address[start...].prefix { $0 != "/" }
        let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
        let raw = address[place.endIndex...].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let segments = raw.map { $0.percentDecoded ?? String($0) }
        let shown = raw.enumerated().map { index, segment in
            let secret = PathSecret(in: segments, of: "//\(host)", at: index, includingOpaque: true)
            return "/" + (secret.map { "\($0.prefix){token}" } ?? String(segment))
        }
        return address[..<start] + host + shown.joined()
    }
}
