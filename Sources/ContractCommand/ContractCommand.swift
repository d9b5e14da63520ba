@_exported import ContractChecking
import Foundation
@_exported import HTTPRecording
@_exported import JSONSchema

/// A suite's command line: `@main struct Contracts: ContractCommand { static let suite = ContractSuite(…) { … } }`.
public protocol ContractCommand {
    /// The suite to verify. Its folders are the defaults of `--contracts` and `--recordings`.
    static var suite: ContractSuite { get }
    /// The server behind `--local`; `nil`, the default, means that there is none.
    static var localProvider: LocalProviderBinding? { get }
    /// The transport of live calls, for example with client certificates. The default is `LiveTransport()`.
    static var transport: LiveTransport { get }
}

extension ContractCommand {
    /// No local provider.
    public static var localProvider: LocalProviderBinding? { nil }

    /// A transport over the shared session.
    public static var transport: LiveTransport { LiveTransport() }

    /// Runs the command line of the process and exits with its status.
    public static func main() async {
        if NetworkProcess.isNetworkProcess { await NetworkProcess.serve(over: transport) }
        if WorkerLink.isWorkerProcess { await WorkerProcess.run { suite } }
        // Without isolation, code of the suite may exit the process before any check starts.
        EarlyExit.begin()
        let code = await run(Array(CommandLine.arguments.dropFirst()), terminal: .process())
        Terminal.awaitCleanUp()
        EarlyExit.end()
        // Skip `atexit` handlers, so that code under test cannot turn a failure into success.
        if code != .success { Terminal.end("", code) }
        exit(code.rawValue)
    }

    package static func run(_ arguments: [String], terminal: Terminal) async -> ExitCode {
        await CommandRunner(suite: suite, provider: localProvider, terminal: terminal, transport: transport).run(
            arguments)
    }
}

/// A local server that stands in for the services under contract.
public struct LocalProviderBinding: Sendable {
    /// A server that was started.
    public struct Running: Sendable {
        /// The port on 127.0.0.1.
        public let port: Int
        /// Stops the server.
        public let stop: @Sendable () -> Void

        /// Describes a started server.
        public init(port: Int, stop: @escaping @Sendable () -> Void) { (self.port, self.stop) = (port, stop) }
    }

    /// The environment variables that hold the server's credentials, derived from those of the process.
    public let environment: @Sendable ([String: String]) -> [String: String]
    /// Starts a server on a port of 127.0.0.1 (0 for any free port), optionally with a named fault.
    public let start: @Sendable (_ port: Int, _ fault: String?, _ environment: [String: String]) throws -> Running

    /// Creates a binding to a server.
    public init(
        environment: @escaping @Sendable ([String: String]) -> [String: String] = { _ in [:] },
        start: @escaping @Sendable (_ port: Int, _ fault: String?, _ environment: [String: String]) throws -> Running
    ) {
        (self.environment, self.start) = (environment, start)
    }
}
