import Foundation

/// The limits and the clock of a provider; the defaults suit tests and development on one machine.
public struct ProviderBehaviour: Sendable {
    /// How long a client may take over one whole request, from its first byte to its last; then it gets a 408.
    public var requestDeadline: Duration = .seconds(10)
    /// How long a connection may stay open with no request on it.
    public var idleDeadline: Duration = .seconds(60)
    /// How long one reply may take to be read by the client.
    public var replyDeadline: Duration = .seconds(120)
    /// How many connections are served at once; further ones wait in the system's queue.
    public var maximumConnections = 256
    /// The time that replies carry, in `Date` headers and as the creation of a record.
    public var now: @Sendable () -> Date = { Date() }
    /// Makes the identifiers and tokens of sessions; the default is 32 random hexadecimal digits.
    ///
    /// Whoever records sessions and wants them to be the same every time gives a sequence of their own.
    public var makeToken: @Sendable () -> String = {
        (0..<16).map { _ in String(UInt8.random(in: 0x10...0xFF), radix: 16) }.joined()
    }

    /// Makes the default behaviour.
    public init() {}
}
