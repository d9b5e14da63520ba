import ContractHealth
import ContractReporting
import Foundation
import HTTPRecording

struct HealthOutput: Sendable {
    private let destinations: [OutputDestination<HealthFormat>]
    private let style: HealthSettings.ExitStyle
    private let terminal: Terminal
    private let isColored: Bool
    private let isRepeating: Bool

    init(_ arguments: ParsedArguments, _ settings: HealthSettings, _ terminal: Terminal) throws {
        destinations = try OutputDestination<HealthFormat>.all(parsing: arguments.all("report"))
        style = settings.exitStyle
        isColored = try SharedOptions.isColored(arguments, terminal)
        isRepeating = settings.interval != nil
        self.terminal = terminal
        let files = ([settings.state, settings.history?.path] + destinations.map(\.target.file)).compactMap(\.self)
            .map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        if let file = files.first(where: { file in files.count { $0 == file } > 1 }) {
            throw CommandError("'\(file)' would be written twice: give each report, the state and the history a file")
        }
        if style == .nagios, destinations.contains(where: { $0.target == .standardOutput }) {
            throw CommandError("'--exit-style nagios' prints its line to standard output: write the report to a file")
        }
    }

    func print(_ outcome: (round: HealthRound, isSaved: Bool)) -> ExitCode {
        let round = outcome.round
        let context = ReportContext(
            tool: "contracts \(Version.current)", date: round.started, width: terminal.width, color: isColored,
            rules: RuleList.all, source: { SystemFiles.excerptSource($0) })
        var writesToStandardOutput = style == .nagios
        var isWritten = true
        for destination in destinations {
            let text = round.rendered(as: destination.format, in: context)
            switch destination.target {
            case .standardOutput:
                writesToStandardOutput = true
                terminal.out(destination.format.terminalText(text))
            case .file:
                do { try destination.target.write(text) } catch {
                    isWritten = false
                    terminal.err("contracts: \(error)\n")
                }
            }
        }
        if writesToStandardOutput {
            for notice in round.notices { terminal.err("contracts: \(notice)\n") }
        } else {
            if isRepeating { terminal.out("\(Timestamp(round.started))\n") }
            terminal.out(.rendered(round.rendered(as: .console, in: context) + (isRepeating ? "\n" : "")))
        }
        return code(of: round, isWhole: outcome.isSaved && isWritten)
    }

    private func code(of round: HealthRound, isWhole: Bool) -> ExitCode {
        switch style {
        case .nagios:
            let output = NagiosOutput(of: round)
            terminal.out(.rendered(output.text))
            // Nagios states map to exit codes by number.
            let code = ExitCode(rawValue: output.state.rawValue) ?? .notEvaluated
            return code == .success && !isWhole ? .notEvaluated : code
        case .contracts:
            let troubles = Set(round.endpoints.filter(\.isTrouble).map(\.settled))
            if troubles.contains(where: { $0 != .unsupported }) { return .findings }
            return troubles.isEmpty && isWhole ? .success : .notEvaluated
        }
    }
}
