import ContractChecking
import ContractReporting
import Foundation
import HTTPRecording

enum MergeCommand: PlainCommand {
    static let spec = CommandSpec(
        "merge", "merge several reports into one, such as the reports of the shards of a run", operands: "REPORT…",
        options: [
            SharedOptions.report, OptionSpec("schema", "print the JSON Schema of the reports and do nothing else"),
            SharedOptions.color,
        ])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) async throws -> ExitCode {
        if arguments.has("schema") {
            terminal.out(.json(ReportSchema.text))
            return .success
        }
        var printer = try ReportPrinter(arguments, terminal)
        // Anybody may have written a report, so it shows no file beyond the working directory.
        printer.source = { file in
            let isHere = SystemFiles.isInside(file, of: FileManager.default.currentDirectoryPath) ?? false
            return isHere ? SystemFiles.excerptSource(file) : nil
        }
        guard !arguments.operands.isEmpty else {
            throw CommandError(
                "'contracts merge' takes reports that '--report json=FILE' or 'jsonl=FILE' wrote ('-' is standard input)"
            )
        }
        guard let reports = read(arguments.operands, terminal) else { return .usage }
        let missing = try Report.missingShards(of: reports)
        let report = Report.merging(reports)
        try printer.print(report)
        if report.checks.isEmpty { return .usage }
        guard !missing.isEmpty else { return ExitCode(of: report) }
        let list = missing.map(\.description).joined(separator: ", ")
        terminal.err("contracts: no report of shard \(list): the results of its checks are unknown\n")
        return ExitCode(of: report) == .findings ? .findings : .notEvaluated
    }

    /// Reads the reports of all files. Prints every fault and returns `nil` if there is any.
    private static func read(_ files: [String], _ terminal: Terminal) -> [Report]? {
        var reports: [Report] = []
        var isFaulty = false
        for file in files {
            do {
                reports += try ReportFile.read(try terminal.bytes(of: file), named: Terminal.name(of: file))
            } catch {
                isFaulty = true
                terminal.err("\((error as? SourceFault)?.report ?? "\(error)")\n")
            }
        }
        return isFaulty ? nil : reports
    }
}
