import ExampleProvider
import Foundation
import LoopbackServer
import RawHTTPClient
import Testing

/// Runs a provider around a test's body, which gets its port.
func serving(_ provider: ExampleProvider = ExampleProvider(), _ body: (Int) throws -> Void) throws {
    let port = try provider.start()
    defer { provider.stop() }
    try body(port)
}

/// Makes a provider without chance: it is always noon of 1 May 2024, and tokens count up.
func fixedProvider() -> ExampleProvider {
    let tokens = TokenCounter()
    var behaviour = ServerBehaviour()
    behaviour.now = { Date(timeIntervalSince1970: 1_714_564_800) }
    return ExampleProvider(behaviour: behaviour, makeToken: { tokens.next() })
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
