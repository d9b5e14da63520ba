import Foundation

/// A request, its response and their timing.
public struct HTTPExchange: Sendable, Hashable {
    /// The request as sent.
    public var request: RecordedRequest
    /// The response as received.
    public var response: RecordedResponse
    /// The time when the request was sent.
    public var started: Timestamp
    /// The durations of the phases of the exchange.
    public var timings: Timings
    /// Unknown HAR fields, preserved when the HAR is rewritten.
    package var extras: ExtraFields?

    /// Creates an exchange.
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

/// The timings of an exchange in milliseconds. `nil` means not measured (-1 in HAR).
public struct Timings: Sendable, Hashable {
    /// The wait for a free connection.
    public var blocked: Double?
    /// Name resolution.
    public var dns: Double?
    /// Opening the connection, including TLS.
    public var connect: Double?
    /// The TLS handshake, also included in `connect`.
    public var ssl: Double?
    /// Sending the request; mandatory in HAR.
    public var send: Double
    /// The wait for the first byte; mandatory in HAR.
    public var wait: Double
    /// Reading the response; mandatory in HAR.
    public var receive: Double

    /// Creates timings. If only the total is known, pass it as `wait`.
    public init(
        blocked: Double? = nil, dns: Double? = nil, connect: Double? = nil, ssl: Double? = nil, send: Double = 0,
        wait: Double = 0, receive: Double = 0
    ) {
        (self.blocked, self.dns, self.connect, self.ssl, self.send) = (blocked, dns, connect, ssl, send)
        (self.wait, self.receive) = (wait, receive)
    }

    /// The sum of the measured phases.
    public var total: Double {
        // HAR includes `ssl` in `connect`.
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1 ?? 0) }
    }
}
