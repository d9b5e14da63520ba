@_exported import ContractChecking
import Foundation
@_exported import HTTPRecording
@_exported import JSONSchema

/// A command line over a suite: `@main struct Contracts: ContractCommand { static let suite = ContractSuite(…) { … } }`.
public protocol ContractCommand {
    /// The suite to verify. Its folders are the defaults of `--contracts` and `--recordings`.
    static var suite: ContractSuite { get }
    /// The server behind `--local`; `nil`, the default, has none.
    static var localProvider: LocalProviderBinding? { get }
    /// The transport of live calls, for client certificates and pinned servers; the default is a `LiveTransport()`.
    static var transport: LiveTransport { get }
}

extension ContractCommand {
    /// No local provider.
    public static var localProvider: LocalProviderBinding? { nil }

    /// A transport over a session that all share.
    public static var transport: LiveTransport { LiveTransport() }

    /// Runs the command line of the process and exits with its code.
    public static func main() async {
        if NetworkProcess.isThis { await NetworkProcess.serve(over: transport) }
        if WorkerLink.isThis { await WorkerProcess.run { suite } }
        // Without isolation, code of the suite may end the process before it is under test.
        EarlyExit.begin()
        let code = await run(Array(CommandLine.arguments.dropFirst()), terminal: .process())
        EarlyExit.end()
        // Nothing that code under test has registered for the exit takes a failure back.
        if code != .success { Terminal.end("", code) }
        exit(code.rawValue)
    }

    package static func run(_ arguments: [String], terminal: Terminal) async -> ExitCode {
        await CommandRunner(suite: suite, provider: localProvider, terminal: terminal, transport: transport).run(
            arguments)
    }
}

/// A way to start a server of its own that stands for the services under contract.
public struct LocalProviderBinding: Sendable {
    /// A server that was started.
    public struct Running: Sendable {
        /// The port on 127.0.0.1.
        public let port: Int
        /// Ends the server.
        public let stop: @Sendable () -> Void

        /// Tells of a server that was started.
        public init(port: Int, stop: @escaping @Sendable () -> Void) {
            self.port = port
            self.stop = stop
        }
    }

    /// The variables with which its credentials are known, from those the process has.
    public let environment: @Sendable ([String: String]) -> [String: String]
    /// Starts a server on a port of 127.0.0.1 (0 for any free one), with a fault by name or none.
    public let start: @Sendable (_ port: Int, _ fault: String?, _ environment: [String: String]) throws -> Running

    /// Binds a server.
    public init(
        environment: @escaping @Sendable ([String: String]) -> [String: String] = { _ in [:] },
        start: @escaping @Sendable (_ port: Int, _ fault: String?, _ environment: [String: String]) throws -> Running
    ) {
        self.environment = environment
        self.start = start
    }
}
