import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of one endpoint: the function that builds its request, and the client call that performs it.
public struct Endpoint: Sendable {
    /// The function that builds a request from arguments and performs nothing.
    public typealias Builder = @Sendable (Arguments) throws -> URLRequest

    /// The name in the contract.
    public let name: String
    package let build: Builder?
    /// The whole client call; what it returns is reflected to JSON.
    package let call: (@Sendable (Arguments, any Transport) async throws -> JSON)?

    /// Binds a request builder.
    public init(_ name: String, _ build: @escaping Builder) {
        self.name = name
        self.build = build
        call = nil
    }

    /// Binds a request builder and the client call that performs its request over the given transport.
    public init<Value>(
        _ name: String, _ build: @escaping Builder,
        call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        self.name = name
        self.build = build
        self.call = { Reflection.json(of: try await call($0, $1)) }
    }

    /// Binds a client call that sends the requests of other endpoints (`uses` in the contract).
    public init<Value>(
        _ name: String, call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        self.name = name
        build = nil
        self.call = { Reflection.json(of: try await call($0, $1)) }
    }
}
