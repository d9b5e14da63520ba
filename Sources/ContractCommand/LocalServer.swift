import ContractChecking
import ContractFormat
import Foundation

/// The local provider of a run with `--local`.
struct LocalServer {
    private let running: LocalProviderBinding.Running

    func stop() { running.stop() }

    /// Starts the provider and sends every origin of the contracts to it; `nil` where the run does not ask for it.
    static func start(
        for arguments: ParsedArguments, _ context: CommandContext, _ options: inout Options
    ) throws(CommandError) -> LocalServer? {
        guard arguments.has("local") else { return nil }
        guard options.mode != .replay else { throw CommandError("'--local' needs '--mode live' or 'contracts record'") }
        guard let provider = context.provider else { throw CommandError("this command line has no local provider") }
        options.environment.merge(provider.environment(options.environment)) { mine, _ in mine }
        let running: LocalProviderBinding.Running
        do { running = try provider.start(0, nil, options.environment) } catch { throw CommandError("\(error)") }
        mapOrigins(of: context, to: running.port, &options)
        options.isLocal = true
        return LocalServer(running: running)
    }

    /// Sends every origin of the contracts that `--origin` does not name to a port of this machine.
    static func mapOrigins(of context: CommandContext, to port: Int, _ options: inout Options) {
        for contract in context.suite.loaded.value.services.compactMap(\.contract) {
            for origin in [contract.origin] + contract.endpoints.compactMap(\.origin)
            where options.origins[origin] == nil {
                options.origins[origin] = "http://127.0.0.1:\(port)"
            }
        }
    }
}
