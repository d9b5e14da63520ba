/// A way for the provider to misbehave on purpose.
///
/// Its text form is what `contracts provider --fault` takes, such as `timeout`, `status:503` or `drift:null:name`.
public enum ProviderFault: Hashable, Sendable {
    /// Connections are refused (outside Linux: reset as soon as they are made), and those that exist are reset.
    case unreachable
    /// Requests are read and never answered.
    case timeout
    /// The connection is reset in the middle of the body.
    case connectionLost
    /// The reply has its status and headers, and a body of no bytes.
    case emptyBody
    /// The body is text that no JSON parser accepts.
    case malformedBody
    /// The connection ends in order after half of the bytes that `Content-Length` announced.
    case truncatedBody
    /// The body is right, and its type is said to be `text/html`.
    case wrongContentType
    /// The reply has this status, from 200 to 599, with its usual headers and body.
    case status(Int)
    /// The body comes byte by byte and takes a minute at least.
    case slowBody
    /// Every request is redirected to its own address.
    case redirectLoop
    /// The body goes on for 33 MiB of white space.
    case oversizedBody
    /// The reply is right, and comes so many milliseconds late.
    case slow(milliseconds: Int)
    /// One property changes wherever the reply's JSON has it: the service has drifted from its contract.
    case drift(Drift, property: String)

    /// What happens to a property that drifts.
    public enum Drift: String, CaseIterable, Hashable, Sendable {
        /// The property is not there any more.
        case remove
        /// Its value is null.
        case null
        /// Its value has another type: a string becomes 0, anything else a string.
        case retype
    }
}

extension ProviderFault: RawRepresentable {
    /// The text form of every fault, with `N`, `MILLISECONDS` and `PROPERTY` where a value belongs.
    public static let names = [
        "unreachable", "timeout", "connectionLost", "emptyBody", "malformedBody", "truncatedBody",
        "wrongContentType", "status:N", "slowBody", "redirectLoop", "oversizedBody", "slow:MILLISECONDS",
        "drift:remove:PROPERTY", "drift:null:PROPERTY", "drift:retype:PROPERTY",
    ]

    private static let plain: [String: ProviderFault] = [
        "unreachable": .unreachable, "timeout": .timeout, "connectionLost": .connectionLost,
        "emptyBody": .emptyBody, "malformedBody": .malformedBody, "truncatedBody": .truncatedBody,
        "wrongContentType": .wrongContentType, "slowBody": .slowBody, "redirectLoop": .redirectLoop,
        "oversizedBody": .oversizedBody,
    ]

    /// Reads a fault from its text form; `nil` for a text that is none of `names` or whose value is out of range.
    ///
    /// A status is from 200 to 599, a delay from 0 to 3,600,000 ms, and a property's name is not empty.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        if let fault = Self.plain[rawValue] {
            self = fault
        } else if parts.count == 2, let number = Int(parts[1]), String(number) == parts[1] {
            switch parts[0] {
            case "status" where (200...599).contains(number): self = .status(number)
            case "slow" where (0...3_600_000).contains(number): self = .slow(milliseconds: number)
            default: return nil
            }
        } else if parts.count == 3, parts[0] == "drift", let drift = Drift(rawValue: parts[1]), !parts[2].isEmpty {
            self = .drift(drift, property: parts[2])
        } else {
            return nil
        }
    }

    /// The fault as it is written on a command line.
    public var rawValue: String {
        switch self {
        case .unreachable: "unreachable"
        case .timeout: "timeout"
        case .connectionLost: "connectionLost"
        case .emptyBody: "emptyBody"
        case .malformedBody: "malformedBody"
        case .truncatedBody: "truncatedBody"
        case .wrongContentType: "wrongContentType"
        case .status(let status): "status:\(status)"
        case .slowBody: "slowBody"
        case .redirectLoop: "redirectLoop"
        case .oversizedBody: "oversizedBody"
        case .slow(let milliseconds): "slow:\(milliseconds)"
        case .drift(let drift, let property): "drift:\(drift.rawValue):\(property)"
        }
    }
}

extension ProviderFault {
    /// Whether what a request stores stays stored: not where its client must take it for failed, and try again.
    var keepsChanges: Bool {
        switch self {
        case .slow, .drift: true
        case .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .truncatedBody, .wrongContentType,
            .status, .slowBody, .redirectLoop, .oversizedBody:
            false
        }
    }
}
