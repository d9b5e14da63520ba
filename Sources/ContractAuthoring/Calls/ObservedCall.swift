import ContractFormat
import Foundation
import JSONSchema

/// A request that somebody sent or wrote down, and its response where there is one.
struct ObservedCall: Sendable {
    enum Body: Sendable, Hashable {
        case none
        case json(JSON)
        case form([Pair])
        /// A body that a contract has no words for; its media type.
        case other(String)
    }

    /// A name with its value, decoded.
    struct Pair: Sendable, Hashable {
        var name: String
        var value: String
    }

    struct Response: Sendable {
        enum Body: Sendable {
            case empty
            case json(JSON)
            case text
            case bytes
        }

        var status: Int
        /// The media type without parameters; empty where there is none.
        var mediaType: String
        var isLatin1: Bool
        /// A text before a JSON body that keeps browsers from running it.
        var prefix: String?
        var body: Body
    }

    /// Where the call was found, for messages.
    var place: String
    var method: String
    /// `https://host[:port]`.
    var origin: String
    /// The path's segments, decoded.
    var segments: [String]
    var query: [Pair]
    var headers: [Pair]
    var body: Body
    var response: Response?
    /// What its source says of it, where it says something.
    var summary: String?
    var given: [ProviderState] = []

    /// Where a URL leads, without its fragment; `nil` where it is no URL of the web.
    ///
    /// The user is `name:password`, where the URL names one.
    static func parts(of url: String) -> (origin: String, segments: [String], query: [Pair], user: String?)? {
        guard let components = URLComponents(string: url), let scheme = components.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = components.host?.lowercased(), !host.isEmpty
        else { return nil }
        let port = components.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        let path = components.percentEncodedPath
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { decoded($0) }
        let query = components.percentEncodedQuery?.split(separator: "&").map { pair(String($0)) } ?? []
        let user = components.user.map { "\($0):\(components.password ?? "")" }
        return ("\(scheme)://\(host)\(port)", path.isEmpty ? [""] : segments, query, user)
    }

    /// The pairs of `a=1&b=2`, in which a plus is a blank.
    static func pairs(_ text: String) -> [Pair] { text.split(separator: "&").map { pair(String($0)) } }

    private static func pair(_ text: String) -> Pair {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map {
                decoded(Substring($0.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " ")))
            }
        return Pair(name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }

    private static func decoded(_ text: Substring) -> String { String(text).removingPercentEncoding ?? String(text) }
}
