import Foundation

/// One request with its response, and when it happened.
public struct HTTPExchange: Sendable, Hashable {
    /// The request as it was sent.
    public var request: RecordedRequest
    /// The response as it came back.
    public var response: RecordedResponse
    /// The time when the request was sent.
    public var started: Timestamp
    /// The durations of the parts of the exchange.
    public var timings: Timings
    /// Further fields of the HAR, kept when it is written again.
    package var extras: ExtraFields?

    /// Makes an exchange.
    public init(
        request: RecordedRequest, response: RecordedResponse, started: Timestamp = Timestamp(),
        timings: Timings = Timings()
    ) {
        self.request = request
        self.response = response
        self.started = started
        self.timings = timings
    }
}

/// The timings of an exchange in milliseconds; `nil` is a part that was not measured (-1 in HAR).
public struct Timings: Sendable, Hashable {
    /// Waiting for a free connection.
    public var blocked: Double?
    /// Name resolution.
    public var dns: Double?
    /// Opening the connection, TLS included.
    public var connect: Double?
    /// The TLS handshake alone, also counted in `connect`.
    public var ssl: Double?
    /// Sending the request; mandatory in HAR.
    public var send: Double
    /// Waiting for the first byte; mandatory in HAR.
    public var wait: Double
    /// Reading the response; mandatory in HAR.
    public var receive: Double

    /// Makes timings; where only the whole is known, it is `wait`.
    public init(
        blocked: Double? = nil, dns: Double? = nil, connect: Double? = nil, ssl: Double? = nil, send: Double = 0,
        wait: Double = 0, receive: Double = 0
    ) {
        (self.blocked, self.dns, self.connect, self.ssl, self.send) = (blocked, dns, connect, ssl, send)
        (self.wait, self.receive) = (wait, receive)
    }

    /// The sum of the parts that were measured.
    public var total: Double {
        // `ssl` is left out: HAR counts it in `connect`.
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1 ?? 0) }
    }
}
