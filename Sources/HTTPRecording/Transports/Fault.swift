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

    /// The names as a contract writes them, for suggestions; `status:` wants a number from 200 to 599 after it.
    public static let names = [
        "unreachable", "timeout", "connectionLost", "emptyBody", "malformedBody", "otherShape",
        "truncatedBody", "wrongContentType", "status:N", "slowBody", "redirectLoop", "oversizedBody", "badElement",
    ]
}

extension Fault: RawRepresentable {
    /// Reads a name such as `timeout` or `status:503`.
    public init?(rawValue: String) {
        switch rawValue {
        case "unreachable": self = .unreachable
        case "timeout": self = .timeout
        case "connectionLost": self = .connectionLost
        case "emptyBody": self = .emptyBody
        case "malformedBody": self = .malformedBody
        case "otherShape": self = .otherShape
        case "truncatedBody": self = .truncatedBody
        case "wrongContentType": self = .wrongContentType
        case "slowBody": self = .slowBody
        case "redirectLoop": self = .redirectLoop
        case "oversizedBody": self = .oversizedBody
        case "badElement": self = .badElement
        default:
            let digits = rawValue.utf8.dropFirst("status:".utf8.count)
            guard rawValue.hasPrefix("status:"), digits.count == 3, digits.allSatisfy(\.isASCIIDigit),
                let status = Int(String(digits) ?? ""), (200...599).contains(status)
            else { return nil }
            self = .status(status)
        }
    }

    /// The name as a contract writes it.
    public var rawValue: String {
        switch self {
        case .unreachable: "unreachable"
        case .timeout: "timeout"
        case .connectionLost: "connectionLost"
        case .emptyBody: "emptyBody"
        case .malformedBody: "malformedBody"
        case .otherShape: "otherShape"
        case .truncatedBody: "truncatedBody"
        case .wrongContentType: "wrongContentType"
        case .status(let status): "status:\(status)"
        case .slowBody: "slowBody"
        case .redirectLoop: "redirectLoop"
        case .oversizedBody: "oversizedBody"
        case .badElement: "badElement"
        }
    }
}
