import ContractFormat
import ContractHealth
import Foundation

struct HealthSettings: Sendable {
    enum ExitStyle: String, CaseIterable {
        case contracts
        case nagios
    }

    var options: HealthOptions
    /// The seconds between the starts of rounds; `nil` for a single round.
    let interval: Double?
    let state: String?
    let history: HistoryFile?
    let notify: String?
    let ping: PingAddress?
    let exitStyle: ExitStyle

    init(_ arguments: ParsedArguments) throws {
        interval = try arguments.span("every")?.seconds
        options = try Self.options(arguments, interval: interval)
        state = arguments["state"]
        notify = arguments["notify"]
        exitStyle = try arguments.choice("exit-style") ?? .contracts
        let megabytes = try arguments.integer("history-size", in: 1...10_000) ?? 10
        history = arguments["history"].map { HistoryFile(path: $0, limit: megabytes << 20) }
        // The address is a secret, so no message repeats it.
        ping = try arguments["ping"].map { text throws in
            guard let address = PingAddress(text) else {
                throw CommandError("the value of '--ping' is not a URL; expected https://… or http://…")
            }
            return address
        }
        for (name, other) in [("history-size", "history"), ("remind", "notify")]
        where arguments.has(name) && !arguments.has(other) {
            throw CommandError("'--\(name)' needs '--\(other)'")
        }
        if notify != nil, state == nil, interval == nil {
            throw CommandError(
                "'--notify' reports changes from round to round: it needs '--state FILE', or '--every SPAN'")
        }
    }

    private static func options(_ arguments: ParsedArguments, interval: Double?) throws -> HealthOptions {
        var options = HealthOptions()
        options.only = arguments.all("only")
        options.deadline = try arguments.integer("deadline", in: 1...3600).map(Double.init) ?? options.deadline
        let most = interval.map { min($0, options.roundDeadline) } ?? options.roundDeadline
        options.roundDeadline = try arguments.integer("round-deadline", in: 1...86_400).map(Double.init) ?? most
        options.jobs = try arguments.integer("jobs", in: 1...256) ?? options.jobs
        options.retries = try arguments.integer("retries", in: 0...10) ?? options.retries
        options.latency = try arguments.seconds("latency", from: 0.001)
        options.certificateDays = try arguments.integer("certificate-days", in: 1...HealthContract.maximumDays)
        options.failAfter = try arguments.integer("fail-after", in: 1...HealthContract.maximumRounds)
        options.recoverAfter = try arguments.integer("recover-after", in: 1...HealthContract.maximumRounds)
        options.reminder = try arguments.span("remind")?.seconds
        options.maintenance = try arguments.all("maintenance").map { try MaintenanceWindow(parsing: $0) }
        return options
    }
}
