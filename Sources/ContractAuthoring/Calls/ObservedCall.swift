import ContractFormat
import Foundation
import JSONSchema

/// Statements of a source about a request.
struct RequestStatement: Sendable {
    /// By parameter name.
    var query: [String: SampleStatement] = [:]
    /// By header name in lower case.
    var headers: [String: SampleStatement] = [:]
    var body: SampleStatement?
    /// Whether the client means every header, those too that tools add by themselves elsewhere.
    var meansEveryHeader = false
}

/// Statements of a source about a response.
struct ResponseStatement: Sendable {
    /// `2XX`, where any status of the class will do.
    var key: String?
    /// The headers that it has to have, each with a text or a schema.
    var headers: [(name: String, value: JSON)] = []
    var body: SampleStatement?
}

/// A request that somebody sent or wrote down, and its response where there is one.
struct ObservedCall: Sendable {
    enum Body: Sendable, Hashable {
        case none
        case json(JSON)
        case form([Pair])
        case text(String)
        /// Its text, in UTF-8.
        case xml(String)
        case bytes([UInt8])
        case multipart([Part])
        case graphql(GraphQL)
        /// A body that nobody can read; its media type.
        case other(String)
    }

    struct Part: Sendable, Hashable {
        enum Content: Sendable, Hashable {
            case text(String)
            case json(JSON)
            case bytes([UInt8])
            case file
        }

        var name: String
        var filename: String?
        /// The media type; `nil` where the part names none.
        var mediaType: String?
        var content: Content
    }

    struct GraphQL: Sendable, Hashable {
        var document: String
        /// An object; empty where there are none.
        var variables: JSON
        var operationName: String?
        /// The operation that is run; `nil` where it has no name.
        var operation: String?
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
            /// A stream of events, and what each holds.
            case events([JSON])
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
        var stated = ResponseStatement()
    }

    /// The place of the call in its source, for messages.
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
    /// The source's description.
    var summary: String?
    var given: [ProviderState] = []
    var stated = RequestStatement()

    /// The target of a URL, without its fragment; `nil` for a URL that is not of the web.
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

    private static func decoded(_ text: Substring) -> String { text.percentDecoded ?? String(text) }
}
