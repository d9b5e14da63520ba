import ExampleProvider
import Foundation
import LoopbackServer
import RawHTTPClient
import Testing

/// Runs a provider around a test's body, which receives its port.
func serving(_ provider: ExampleProvider = ExampleProvider(), _ body: (Int) throws -> Void) throws {
    let port = try provider.start()
    defer { provider.stop() }
    try body(port)
}

/// Returns a deterministic provider: the time is noon, 1 May 2024, and tokens count up.
func fixedProvider() -> ExampleProvider {
    let tokens = TokenCounter()
    var behaviour = ServerBehaviour()
    behaviour.now = { Date(timeIntervalSince1970: 1_714_564_800) }
    return ExampleProvider(behaviour: behaviour, makeToken: { tokens.next() })
}

extension RawReply {
    /// Parses the body as JSON after an optional prefix, with Foundation instead of the server's own code.
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
    // Unchecked: `count` is accessed only under the lock.
    private let lock = NSLock()
    private var count = 0

    func next() -> String {
        lock.withLock {
            count += 1
            return "token-\(count)"
        }
    }
}
