import Foundation

// On Linux, 'URLRequest' and 'HTTPURLResponse' are in FoundationNetworking.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

/// The single seam between client code and the network, a recording or a fault.
///
/// Transports throw `URLError` as a `URLSession` would, so that clients under test map errors as usual. Errors of the
/// harness itself have their own types (`ReplayMiss`, `TransportError`).
public protocol Transport: Sendable {
    /// Sends the request and returns the complete body with the response of the last hop.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

/// A transport that can perform a single hop, so that a wrapper sees each redirect as a separate exchange.
package protocol HopTransport: Transport {
    /// Sends the request and returns its response without following redirects.
    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

extension HopTransport {
    /// Sends the request and follows up to 20 redirects.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await Redirects.follow(request, hop: hop)
    }
}

extension Transport {
    /// Performs one hop if the transport can distinguish hops, otherwise the whole call.
    package func singleHop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let transport = self as? any HopTransport { return try await transport.hop(request) }
        return try await send(request)
    }
}

/// An error of the harness itself, with a message that says how to fix it.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault and its remedy.
    public let message: String

    /// Creates an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
