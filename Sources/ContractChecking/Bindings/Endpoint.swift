import Foundation
import HTTPRecording
import JSONSchema

/// The code of one endpoint: the function that builds its request, and the client call that performs it.
///
/// Either may be left out. Where the builder is, the call is stopped at its first request, which is checked as a
/// built one
/// would be.
public struct Endpoint: Sendable {
    /// The function that builds a request from arguments and performs nothing; it may be isolated to an actor.
    public typealias Builder = @Sendable (Arguments) async throws -> URLRequest
    /// The whole client call; what it returns is reflected.
    package typealias Call = @Sendable (Arguments, CallConnection) async throws -> Any

    /// The name in the contract.
    public let name: String
    package let build: Builder?
    package let call: Call?
    /// The names by which a function's parameters are arguments, where a function is bound by names.
    package let names: FunctionNames?

    package init(_ name: String, build: Builder?, call: Call?, names: FunctionNames? = nil) {
        self.name = name
        self.build = build
        self.call = call
        self.names = names
    }

    /// Binds a request builder.
    public init(_ name: String, _ build: @escaping Builder) { self.init(name, build: build, call: nil) }

    /// Binds a request builder and the client call that performs its request over the given transport.
    public init<Value>(
        _ name: String, _ build: @escaping Builder,
        call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        self.init(name, build: build) { try await call($0, $1.transport) }
    }

    /// Binds a client call without a builder of its own, or one that sends the requests of other endpoints (`uses` in
    /// the
    /// contract).
    public init<Value>(_ name: String, call: @escaping @Sendable (Arguments, any Transport) async throws -> Value) {
        self.init(name, build: nil) { try await call($0, $1.transport) }
    }

    /// Binds a request builder and a client call that takes a `URLSession`, which sends everything over the transport.
    @_disfavoredOverload
    public init<Value>(
        _ name: String, _ build: @escaping Builder,
        session call: @escaping @Sendable (Arguments, URLSession) async throws -> Value
    ) {
        self.init(name, build: build) { try await call($0, $1.session) }
    }

    /// Binds a client call that takes a `URLSession`, which sends everything over the transport.
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
    ///   - function: is called with the arguments of these names, each read as the type of its parameter.
    ///   - first: the argument of the first parameter.
    ///   - others: the arguments of the parameters after it, in their order.
    @_disfavoredOverload
    public init<each Parameter: ArgumentConvertible & SendableMetatype>(
        _ name: String, _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest,
        _ first: String, _ others: String...
    ) {
        let names = FunctionNames(of: function, [first] + others)
        self.init(name, build: Self.builder(function, names), call: nil, names: names)
    }

    /// Binds a function that builds the request, and the client call that performs it over the given transport.
    @_disfavoredOverload
    public init<each Parameter: ArgumentConvertible & SendableMetatype, Value>(
        _ name: String, _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest,
        _ first: String, _ others: String...,
        call: @escaping @Sendable (Arguments, any Transport) async throws -> Value
    ) {
        let names = FunctionNames(of: function, [first] + others)
        self.init(name, build: Self.builder(function, names), call: { try await call($0, $1.transport) }, names: names)
    }

    private static func builder<each Parameter: ArgumentConvertible & SendableMetatype>(
        _ function: @escaping @Sendable (repeat each Parameter) async throws -> URLRequest, _ names: FunctionNames
    ) -> Builder {
        { arguments in
            var rest = names.names.makeIterator()
            func next<Value: ArgumentConvertible & SendableMetatype>(_: Value.Type) throws -> Value {
                guard let name = rest.next() else { throw names }
                return try arguments[name]
            }
            return try await function(repeat try next((each Parameter).self))
        }
    }
}

/// The names that a binding gives for the parameters of a function.
package struct FunctionNames: Error, Sendable, Codable, CustomStringConvertible {
    package let names: [String]
    package let parameters: Int

    init<each Parameter>(of function: @Sendable (repeat each Parameter) async throws -> URLRequest, _ names: [String]) {
        var count = 0
        for _ in repeat (each Parameter).self { count += 1 }
        parameters = count
        self.names = names
    }

    package var description: String {
        "the function has \(counted(parameters, "parameter")), and the binding gives "
            + "\(counted(names.count, "name")) for them: \(names.map { "'\($0)'" }.joined(separator: ", "))"
    }
}

/// The connection of a client call: a transport, or a session that hands everything to it.
package final class CallConnection: Sendable {
    package let transport: any Transport
    // One for all calls of a connection: making and tearing down sessions races on Linux.
    private let lazySession: Lazy<URLSession>

    package init(_ transport: any Transport) {
        self.transport = transport
        lazySession = Lazy { URLSession(configuration: .contractTesting(transport)) }
    }

    package var session: URLSession { lazySession.value }

    /// The session, where it was asked for.
    var usedSession: URLSession? { lazySession.ifMade }
}
