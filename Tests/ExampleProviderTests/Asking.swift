import ExampleProvider
import Foundation
import Testing

/// Runs a provider around a test's body, which gets its port.
func serving(_ provider: ExampleProvider = ExampleProvider(), _ body: (Int) throws -> Void) throws {
    let port = try provider.start()
    defer { provider.stop() }
    try body(port)
}

/// A behaviour without chance: it is always noon of 1 May 2024, and tokens count up.
func fixedBehaviour() -> ProviderBehaviour {
    let tokens = TokenCounter()
    var behaviour = ProviderBehaviour()
    behaviour.now = { Date(timeIntervalSince1970: 1_714_564_800) }
    behaviour.makeToken = { tokens.next() }
    return behaviour
}

/// Sends one request on a connection of its own.
func ask(
    _ port: Int, _ method: String, _ target: String, headers: [String] = [], body: String? = nil
) throws -> RawReply {
    let client = try RawClient(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try client.readReply(toHead: method == "HEAD")
}

extension RawReply {
    /// The body as JSON, read by Foundation and not by the server's own code; a prefix before it is passed over.
    func json(after prefix: String = "") throws -> Any {
        try #require(text.hasPrefix(prefix))
        return try JSONSerialization.jsonObject(
            with: Data(text.utf8.dropFirst(prefix.utf8.count)), options: .fragmentsAllowed)
    }

    func object(after prefix: String = "") throws -> [String: Any] {
        try #require(try json(after: prefix) as? [String: Any])
    }

    func array() throws -> [[String: Any]] { try #require(try json() as? [[String: Any]]) }
}

private final class TokenCounter: @unchecked Sendable {
    // Sound: `count` is touched under the lock only.
    private let lock = NSLock()
    private var count = 0

    func next() -> String {
        lock.withLock {
            count += 1
            return "token-\(count)"
        }
    }
}
