import ContractChecking
import ContractFormat

struct LocalServer {
    private let running: LocalProviderBinding.Running
    let options: Options

    func stop() { running.stop() }

    /// Starts the provider and maps every contract origin to it. Returns `nil` if the run needs no provider.
    static func start(
        for arguments: ParsedArguments, _ context: CommandContext, _ options: Options
    ) throws -> LocalServer? {
        guard arguments.has("local") else { return nil }
        guard options.mode != .replay else { throw CommandError("'--local' needs '--mode live' or 'contracts record'") }
        guard let provider = context.provider else { throw CommandError("this command line has no local provider") }
        let environment = options.environment.merging(provider.environment(options.environment)) { mine, _ in mine }
        let running = try provider.start(0, nil, environment)
        return LocalServer(
            running: running,
            options: modified(options) { options in
                options.environment = environment
                options.servers.origins = origins(options.servers.origins, of: context, to: running.port)
                options.recording.provider = .local
            })
    }

    static func origins(_ named: [String: String], of context: CommandContext, to port: Int) -> [String: String] {
        context.contracts.flatMap(\.origins).reduce(into: named) { origins, origin in
            if origins[origin] == nil { origins[origin] = "http://127.0.0.1:\(port)" }
        }
    }
}
