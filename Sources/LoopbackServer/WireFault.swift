/// A way for a server to misbehave that needs no knowledge of what it serves.
///
/// Its text form is what a command line takes, such as `timeout`, `status:503` or `slow:1.5`.
package enum WireFault: Hashable, Sendable {
    /// The connection is reset before a byte of the reply; `Server.refuseConnections` keeps new ones out.
    case unreachable
    /// The request is read and never answered.
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
    /// The request is redirected to its own address.
    case redirectLoop
    /// The body goes on for 33 MiB of white space.
    case oversizedBody
    /// The reply is right, and comes so many milliseconds late.
    case slow(milliseconds: Int)
}

extension WireFault: RawRepresentable {
    /// The text form of every fault, with `N` and `SECONDS` where a value belongs.
    package static let names = [
        "unreachable", "timeout", "connectionLost", "emptyBody", "malformedBody", "truncatedBody",
        "wrongContentType", "status:N", "slowBody", "redirectLoop", "oversizedBody", "slow:SECONDS",
    ]

    private static let plain: [WireFault] = [
        .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .truncatedBody, .wrongContentType,
        .slowBody,
        .redirectLoop, .oversizedBody,
    ]

    /// Reads a fault from its text form; `nil` for a text that is none of `names` or whose value is out of range.
    ///
    /// A status is from 200 to 599, a delay from 0 to 60 s (`1.5`) or to 3,600,000 ms (`1500ms`).
    package init?(rawValue: String) {
        if let fault = Self.plain.first(where: { $0.rawValue == rawValue }) {
            self = fault
            return
        }
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "status":
            guard let status = Int(parts[1]), String(status) == parts[1], (200...599).contains(status) else {
                return nil
            }
            self = .status(status)
        case "slow":
            guard let milliseconds = Self.milliseconds(parts[1]) else { return nil }
            self = .slow(milliseconds: milliseconds)
        default: return nil
        }
    }

    private static func milliseconds(_ text: Substring) -> Int? {
        let hasUnit = text.hasSuffix("ms")
        let digits = hasUnit ? text.dropLast(2) : text
        guard digits.first?.isNumber ?? false, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let number = Double(digits), number <= (hasUnit ? 3_600_000 : 60)
        else { return nil }
        return Int((hasUnit ? number : number * 1000).rounded())
    }

    /// The fault as it is written on a command line.
    package var rawValue: String {
        switch self {
        case .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .truncatedBody, .wrongContentType,
            .slowBody, .redirectLoop, .oversizedBody:
            "\(self)"
        case .status(let status): "status:\(status)"
        case .slow(let milliseconds) where milliseconds > 60_000: "slow:\(milliseconds)ms"
        case .slow(let milliseconds):
            milliseconds % 1000 == 0 ? "slow:\(milliseconds / 1000)" : "slow:\(Double(milliseconds) / 1000)"
        }
    }
}

extension Response {
    /// The response as its fault changes it, where the fault lies in what is said and not in how it is sent.
    func bent(for request: Request) -> Response {
        var response = self
        switch fault {
        case nil, .unreachable, .timeout, .connectionLost, .truncatedBody, .slowBody, .slow, .oversizedBody: break
        case .emptyBody: response.body = []
        case .malformedBody:
            // Malformed with and without the five bytes that some services put before their JSON.
            response.body = Array(")]}'\n{\"malformed\": [".utf8)
        case .wrongContentType: response.contentType = "text/html"
        case .status(let status): response.status = status
        case .redirectLoop:
            response = .page(302)
            response.headers.append(("Location", request.target))
        }
        return response
    }
}
