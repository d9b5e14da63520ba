/// A deliberate server fault that is independent of the served content. Its raw value is a command-line argument such
/// as `timeout`, `status:503` or `slow:1.5`.
package enum WireFault: Hashable, Sendable {
    /// Reset the connection before sending any byte. `Server.refuseConnections` refuses new connections.
    case unreachable
    /// Read the request and never answer.
    case timeout
    /// Reset the connection in the middle of the body.
    case connectionLost
    case emptyBody
    /// Send a body that is not valid JSON.
    case malformedBody
    /// Close the connection after half of the bytes that `Content-Length` announced.
    case truncatedBody
    /// Send the correct body as `text/html`.
    case wrongContentType
    /// Send this status, from 200 to 599, with the usual header fields and body.
    case status(Int)
    /// Send the body byte by byte, over at least one minute.
    case slowBody
    /// Redirect the request to its own URL.
    case redirectLoop
    /// Append 33 MiB of white space to the body.
    case oversizedBody
    case slow(milliseconds: Int)
}

extension WireFault: RawRepresentable {
    private static let plain: [WireFault] = [
        .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .truncatedBody, .wrongContentType,
        .slowBody, .redirectLoop, .oversizedBody,
    ]

    /// The raw values of all faults, with `N` and `SECONDS` as placeholders.
    package static let names = plain.map(\.rawValue) + ["status:N", "slow:SECONDS"]

    /// Parses a fault. Returns `nil` if the string is not one of `names` or its value is out of range. A status is 200
    /// to 599. A delay is 0 to 60 s (`1.5`) or 0 to 3,600,000 ms (`1500ms`).
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

    package var rawValue: String {
        switch self {
        case .status(let status): "status:\(status)"
        case .slow(let milliseconds) where milliseconds > 60_000: "slow:\(milliseconds)ms"
        case .slow(let milliseconds):
            milliseconds % 1000 == 0 ? "slow:\(milliseconds / 1000)" : "slow:\(Double(milliseconds) / 1000)"
        case .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .truncatedBody, .wrongContentType,
            .slowBody, .redirectLoop, .oversizedBody:
            "\(self)"
        }
    }
}

extension Response {
    /// Returns the response with the faults applied that change its content rather than its transmission.
    func applyingContentFault(for request: Request) -> Response {
        var response = self
        switch fault {
        case nil, .unreachable, .timeout, .connectionLost, .truncatedBody, .slowBody, .slow, .oversizedBody: break
        case .emptyBody: response.body = []
        case .malformedBody:
            // Malformed with and without the five-byte prefix that some services put before their JSON.
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
