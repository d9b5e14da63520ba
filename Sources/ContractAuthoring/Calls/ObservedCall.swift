import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct RequestStatement: Sendable {
    var query: [String: SampleStatement] = [:]
    var headers: [String: SampleStatement] = [:]
    var body: SampleStatement?
    /// Whether every header field is intentional, including those that tools usually add.
    var headersAreExplicit = false
}

struct ResponseStatement: Sendable {
    /// A range such as `2XX`, if any status of the class is allowed.
    var key: String?
    /// The required header fields, each with a string or a schema.
    var headers: [(name: String, value: JSON)] = []
    var body: SampleStatement?
}

/// An observed or written request, with its response if there is one.
struct ObservedCall: Sendable {
    enum Body: Sendable, Hashable {
        case none
        case json(JSON)
        case form([Pair])
        case text(String)
        case xml(String)
        case bytes([UInt8])
        case multipart([Part])
        case graphql(GraphQL)
        /// The media type of an unreadable body.
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
        var mediaType: String?
        var content: Content
    }

    struct GraphQL: Sendable, Hashable {
        var document: String
        /// The variables as an object, possibly empty.
        var variables: JSON
        var operationName: String?
        /// The executed operation, or `nil` if it has no name.
        var operation: String?
    }

    struct Pair: Sendable, Hashable {
        var name: String
        var value: String
    }

    struct Response: Sendable {
        enum Body: Sendable {
            case empty
            case json(JSON)
            case events([JSON])
            case text
            case bytes
        }

        var status: Int
        /// The media type without parameters, or an empty string.
        var mediaType: String
        var isLatin1: Bool
        /// A prefix of a JSON body that keeps browsers from running it.
        var prefix: String?
        var body: Body
        var stated = ResponseStatement()
    }

    var method: String
    /// `https://host[:port]`.
    var origin: String
    var segments: [String]
    var query: [Pair]
    var headers: HeaderFields
    var body: Body
    var response: Response?
    var summary: String?
    var given: [ProviderState] = []
    var stated = RequestStatement()

    /// Splits a URL without its fragment, or returns `nil` if it is not an HTTP URL. The user is `name:password`.
    static func parts(of url: String) -> (origin: String, segments: [String], query: [Pair], user: String?)? {
        guard let components = URLComponents(string: url), let scheme = components.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = components.host?.lowercased(), !host.isEmpty
        else { return nil }
        let port = components.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        let path = components.percentEncodedPath
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.percentDecoded ?? String($0)
        }
        let query = pairs(components.percentEncodedQuery ?? "")
        let user = components.user.map { "\($0):\(components.password ?? "")" }
        return ("\(scheme)://\(host)\(port)", path.isEmpty ? [""] : segments, query, user)
    }

    static func pairs(_ text: String) -> [Pair] {
        FormPair.parse(Array(text.utf8)[...], plusIsSpace: true).map { Pair(name: $0.nameText, value: $0.valueText) }
    }
}
