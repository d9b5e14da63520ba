import ContractAuthoring
import ContractChecking
import ContractFormat
import ContractServing
import Foundation
import HTTPRecording
import JSONSchema
import LoopbackServer

enum ServeCommand: SuiteCommand {
    static let spec = CommandSpec(
        "serve", "serve contracts, or the bound provider, on loopback until interrupted", operands: "[SERVICE]…",
        options: [
            OptionSpec("port", "N", "the port on 127.0.0.1; 0 (default) selects a free port"),
            OptionSpec("seed", "N", "the seed of made-up responses; the same seed gives the same responses"),
            OptionSpec("stateless", "respond to each request independently: store nothing, and accept any credential"),
            OptionSpec("fault", "NAME", "misbehave: unreachable, timeout, status:503, …"),
            OptionSpec("latency", "SECONDS", "the delay of every response: 0.25, or 250ms"),
            OptionSpec("proxy", "ORIGIN", "forward requests to this origin, and record its responses to cases"),
            OptionSpec("local", "serve the provider of this command line instead of the contracts"),
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        arguments.has("local")
            ? try await serveProvider(arguments, context) : try await serveContracts(arguments, context)
    }

    private static func serveProvider(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode
    {
        for name in ["seed", "latency", "proxy", "stateless"] where arguments.has(name) {
            throw CommandError("'--\(name)' applies only to served contracts: it cannot be combined with '--local'")
        }
        if let service = arguments.operands.first {
            throw CommandError("'--local' serves the whole provider: omit '\(service)'")
        }
        let port = try arguments.integer("port", in: 0...65_535) ?? 0
        guard let provider = context.provider else { throw CommandError("this command line has no local provider") }
        let interruption = Interruption()
        let running = try provider.start(port, arguments["fault"], context.terminal.environment)
        context.terminal.out("listening on http://127.0.0.1:\(running.port)\n")
        await interruption.wait()
        running.stop()
        return .success
    }

    private static func serveContracts(
        _ arguments: ParsedArguments, _ context: CommandContext
    ) async throws -> ExitCode {
        let port = try arguments.integer("port", in: 0...65_535) ?? 0
        var behaviour = ContractServer.Behaviour()
        behaviour.fault = try arguments["fault"].map(fault)
        behaviour.latency = .seconds(try arguments.seconds("latency") ?? 0)
        behaviour.proxy = try arguments["proxy"].map(Origin.parse)
        for name in ["seed", "stateless"] where behaviour.proxy != nil && arguments.has(name) {
            throw CommandError("'--\(name)' applies only to made-up responses: it cannot be combined with '--proxy'")
        }
        var answers = ServedContracts.Behaviour()
        answers.seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 0)
        answers.keepsState = !arguments.has("stateless")
        answers.environment = context.terminal.environment
        let services = try services(arguments, context)
        try FaultPrinter.check(services.flatMap(\.faultsWithoutBindings), context.terminal)
        let server = ContractServer(ServedContracts(services, behaviour: answers), behaviour: behaviour)
        let interruption = Interruption()
        let bound = try server.start(port: port)
        let names = services.map(\.name).joined(separator: ", ")
        context.terminal.out(
            """
            listening on http://127.0.0.1:\(bound)
            serving \(names)\(behaviour.proxy.map { " with the responses of \($0)" } ?? "")
            http://127.0.0.1:\(bound)\(ServingPage.path) shows the requests

            """)
        await interruption.wait()
        server.stop()
        let log = server.log
        context.terminal.out("\(counted(log.count, "request")), \(log.faults) with findings\n")
        if behaviour.proxy != nil { try record(server.exchanges, services, context) }
        return .success
    }

    private static func fault(_ name: String) throws -> WireFault {
        guard let fault = WireFault(rawValue: name) else {
            throw CommandError(
                "'\(name)' is not a valid value for '--fault'\(Suggestion.text(for: name, among: WireFault.names))")
        }
        return fault
    }

    private static func services(_ arguments: ParsedArguments, _ context: CommandContext) throws -> [LoadedService] {
        // Skip bound code whose contract is in another folder.
        let loaded = context.services
        let there = loaded.filter { $0.contract != nil }
        let folder = context.suite.contracts
        let all =
            there.isEmpty ? loaded : loaded.filter { ContractFile.exists(in: folder.appendingPathComponent($0.name)) }
        try CommandError.require(arguments.operands, among: all.map(\.name))
        return arguments.operands.isEmpty ? all : all.filter { arguments.operands.contains($0.name) }
    }

    private static func record(
        _ exchanges: [String: [HTTPExchange]], _ services: [LoadedService], _ context: CommandContext
    ) throws {
        var options = Options()
        options.environment = context.terminal.environment
        for service in services {
            guard let contract = service.contract, let passed = exchanges[service.name] else { continue }
            let outcome = try HARImport.run(
                Recording(entries: passed), service: service, contract: contract, options)
            for suspicion in outcome.suspicions { context.terminal.err("warning: \(suspicion) was recorded\n") }
            for unmatched in outcome.unmatched { context.terminal.out("not recorded: \(unmatched)\n") }
            context.terminal.out(.rendered(RecordingList.text(outcome.recordings)))
        }
    }
}
