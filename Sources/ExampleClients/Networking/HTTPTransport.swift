import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The function that performs a request: every client takes one, so a test or a recorder can stand in for the network.
///
/// Whatever it throws ends as the client's own error, except a cancellation, which passes on as `CancellationError`.
public typealias HTTPTransport = @Sendable (URLRequest) async throws -> (Data, URLResponse)
