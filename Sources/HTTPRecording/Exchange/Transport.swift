import Foundation

// Its requests and responses are those of 'URLSession', which Foundation holds on Apple platforms.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

/// Performs an HTTP request: the one seam between client code and the network, a recording or a fault.
///
/// A transport throws what a `URLSession` would throw, a `URLError`, so that clients under test map errors as usual.
/// Errors that only the harness can have (`ReplayMiss`, `TransportError`) are types of their own.
public protocol Transport: Sendable {
    /// Sends the request and returns the whole body with the response of the last hop.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

/// A transport that can perform a single hop, so that whoever wraps it sees each redirect as an exchange of its own.
package protocol HopTransport: Transport {
    /// Sends the request and returns its response, a redirect included, without following it.
    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

extension HopTransport {
    /// Sends the request and follows redirects hop by hop, at most 20.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await Redirects.follow(request, hop: hop)
    }
}

extension Transport {
    /// One hop where the transport can distinguish hops, else the whole call.
    package func singleHop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let transport = self as? any HopTransport { return try await transport.hop(request) }
        return try await send(request)
    }
}

/// An error that only the harness can have, worded so that a person knows what to do.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault and what to do about it.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
