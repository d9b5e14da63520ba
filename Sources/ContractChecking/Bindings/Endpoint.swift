import Foundation
import HTTPRecording
import JSONSchema

/// The code of one endpoint: its request builder and the client call that performs the request.
///
/// Either may be omitted. Without a builder, the first request of the call is caught and checked instead.
public struct Endpoint: Sendable {
    /// A function that builds a request without performing it. It may be isolated to an actor.
    public typealias Builder = @Sendable (Arguments) async throws -> URLRequest
    package typealias Call = @Sendable (Arguments, CallConnection) async throws -> Any

    /// The name in the contract.
    public let name: String
    package let build: Builder?
    package let call: Call?
    /// The argument names for the parameters of a function bound by names.
    package let parameters: ParameterBinding?

    package init(_ name: String, build: Builder?, call: Call?, parameters: ParameterBinding? = nil) {
        self.name = name
        self.build = build
        self.call = call
        self.parameters = parameters
    }

    /// Binds a request builder.
    public init(_ name: String, _ build: @escaping Builder) { self.init(name, build: build, call: nil) }

    /// Binds a request builder, and the client call that performs its request over the given transport.
    public init<Value>(
        _ name: String, _ build: @escaping Builder,
        call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        self.init(name, build: build) { try await call($0, $1.transport) }
    }

    /// Binds a client call without a builder, or one that uses other endpoints' requests (`uses` in the contract).
    public init<Value>(_ name: String, call: @escaping @Sendable (Arguments, any Transport) async throws -> Value) {
        self.init(name, build: nil) { try await call($0, $1.transport) }
    }

    /// Binds a request builder, and a client call that takes a `URLSession` backed by the transport.
    @_disfavoredOverload
    public init<Value>(
        _ name: String, _ build: @escaping Builder,
        session call: @escaping @Sendable (Arguments, URLSession) async throws -> Value
    ) {
        self.init(name, build: build) { try await call($0, $1.session) }
    }

    /// Binds a client call that takes a `URLSession` backed by the transport.
    @_disfavoredOverload
    public init<Value>(
        _ name: String, session call: @escaping @Sendable (Arguments, URLSession) async throws -> Value
    ) {
        self.init(name, build: nil) { try await call($0, $1.session) }
    }
}

extension Endpoint {
    /// Binds a function without parameters that builds the request.
    public init(_ name: String, _ function: @escaping @Sendable () async throws -> URLRequest) {
        self.init(name, build: { _ in try await function() }, call: nil)
    }

    /// Binds a function that builds the request: `Endpoint("search", SearchAPI.request, "text", "limit")`.
    ///
    /// - Parameters:
    ///   - function: the builder, called with each named argument read as the type of its parameter.
    ///   - first: the argument name for the first parameter.
    ///   - others: the argument names for the remaining parameters, in order.
    @_disfavoredOverload
    public init<each Parameter: ArgumentConvertible & SendableMetatype>(
        _ name: String, _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest,
        _ first: String, _ others: String...
    ) {
        let parameters = ParameterBinding(of: function, [first] + others)
        self.init(name, build: Self.builder(function, parameters), call: nil, parameters: parameters)
    }

    /// Binds a function that builds the request, and the client call that performs it over the given transport.
    @_disfavoredOverload
    public init<each Parameter: ArgumentConvertible & SendableMetatype, Value>(
        _ name: String, _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest,
        _ first: String, _ others: String...,
        call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        let parameters = ParameterBinding(of: function, [first] + others)
        self.init(
            name, build: Self.builder(function, parameters), call: { try await call($0, $1.transport) },
            parameters: parameters)
    }

    private static func builder<each Parameter: ArgumentConvertible & SendableMetatype>(
        _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest,
        _ parameters: ParameterBinding
    ) -> Builder {
        { arguments in
            var rest = parameters.argumentNames.makeIterator()
            func next<Value: ArgumentConvertible & SendableMetatype>(_: Value.Type) throws -> Value {
                guard let name = rest.next() else { throw parameters }
                return try arguments[name]
            }
            return try await function(repeat try next((each Parameter).self))
        }
    }
}

package struct ParameterBinding: Error, Sendable, Codable, CustomStringConvertible {
    package let argumentNames: [String]
    package let parameterCount: Int

    private enum CodingKeys: String, CodingKey { case argumentNames = "names", parameterCount = "parameters" }

    init<each Parameter>(of function: @Sendable (repeat each Parameter) async throws -> URLRequest, _ names: [String]) {
        var count = 0
        for _ in repeat (each Parameter).self { count += 1 }
        parameterCount = count
        argumentNames = names
    }

    package var description: String {
        "the function has \(counted(parameterCount, "parameter")), but the binding gives "
            + "\(counted(argumentNames.count, "name")) for them: "
            + argumentNames.map { "'\($0)'" }.joined(separator: ", ")
    }
}

package final class CallConnection: Sendable {
    package let transport: any Transport
    // One session for all calls of a connection: creating and invalidating sessions races on Linux.
    private let lazySession: Lazy<URLSession>

    package init(_ transport: any Transport) {
        self.transport = transport
        lazySession = Lazy { URLSession(configuration: .contractTesting(transport)) }
    }

    package var session: URLSession { lazySession.value }

    var usedSession: URLSession? { lazySession.ifMade }
}
