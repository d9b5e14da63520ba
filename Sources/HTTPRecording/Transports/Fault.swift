/// A way in which a network or a server fails.
public enum Fault: Sendable, Hashable {
    /// No connection can be made.
    case unreachable
    /// No answer comes in time.
    case timeout
    /// The connection is lost in the middle of the body.
    case connectionLost
    /// The body has no bytes.
    case emptyBody
    /// The body is not of its media type: what should be JSON does not parse, what should be an image is none.
    case malformedBody
    /// The body is JSON of another shape: an array in place of an object, an object in place of anything else.
    case otherShape
    /// The body is an object without members.
    case emptyObject
    /// The connection is closed before all bytes that `Content-Length` announced have come.
    case truncatedBody
    /// A page of HTML comes instead, as from a captive portal.
    case wrongContentType
    /// The server answers with this status and an error page.
    case status(Int)
    /// The body drips in more slowly than the timeout allows.
    case slowBody
    /// One element without members, or null, stands among the good ones of an array of the body.
    case badElement
    /// Redirects without end.
    case redirectLoop
    /// The body is larger than the limit for bodies.
    case oversizedBody
    /// The first request that carries a token is answered 401; then only a new token will do.
    case expiredToken
    /// Every request that carries a token is answered 401.
    case revokedToken
    /// A request that repeats an earlier one with its entity tag is answered 304.
    case notModified
    /// The first request that carries the cursor of an earlier page is answered 410.
    case staleCursor

    private static let plain: [Fault] = [
        .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .otherShape, .emptyObject,
        .truncatedBody, .wrongContentType, .slowBody, .redirectLoop, .oversizedBody, .badElement, .expiredToken,
        .revokedToken, .notModified, .staleCursor,
    ]

    private static let byName = Dictionary(plain.map { ($0.rawValue, $0) }) { first, _ in first }

    /// The names as a contract writes them, for suggestions; `status:` wants a number from 200 to 599 after it.
    public static let names = plain.map(\.rawValue) + ["status:N"]

    /// The circumstance that a fault makes, for findings: "with a malformed body".
    package var circumstance: String {
        switch self {
        case .unreachable: "with no connection"
        case .timeout: "with no answer in time"
        case .connectionLost: "with a lost connection"
        case .emptyBody: "with an empty body"
        case .malformedBody: "with a malformed body"
        case .otherShape: "with JSON of another shape"
        case .emptyObject: "with an object without members"
        case .truncatedBody: "with a truncated body"
        case .wrongContentType: "with a page of HTML"
        case .status(let status): "with status \(status)"
        case .slowBody: "with a slow body"
        case .badElement: "with a bad element"
        case .redirectLoop: "with endless redirects"
        case .oversizedBody: "with an oversized body"
        case .expiredToken: "with an expired token"
        case .revokedToken: "with a revoked token"
        case .notModified: "with an answer that is not modified"
        case .staleCursor: "with a stale cursor"
        }
    }
}

extension Fault: RawRepresentable {
    /// Reads a name such as `timeout` or `status:503`.
    public init?(rawValue: String) {
        if let known = Self.byName[rawValue] {
            self = known
            return
        }
        let digits = rawValue.utf8.dropFirst("status:".utf8.count)
        guard rawValue.hasPrefix("status:"), digits.count == 3, digits.allSatisfy(\.isASCIIDigit),
            let status = Int(String(digits) ?? ""), (200...599).contains(status)
        else { return nil }
        self = .status(status)
    }

    /// The name as a contract writes it.
    public var rawValue: String {
        if case .status(let status) = self { "status:\(status)" } else { "\(self)" }
    }
}
