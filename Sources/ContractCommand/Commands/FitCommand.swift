import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum FitCommand: SuiteCommand {
    static let spec = CommandSpec(
        "fit", "derive contract changes from the bound code, and propose them as a diff", operands: "SERVICE",
        options: [
            OptionSpec("write", "write the changes to the contract, to be reviewed and committed"),
            OptionSpec(
                "only", "GLOB", repeats: true, "learn only from checks that match: '*/model/*', '*/request/list*'"),
            OptionSpec("faults", "also propose 'faults', with the errors that recorded calls report for them"),
            ProcessExecutor.option, OptionSpec("jobs", "N", "checks at once"), SharedOptions.color,
        ] + SharedOptions.folders)

    private static let maximumRounds = 4

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let name = try arguments.operand("'contracts fit' takes one service, such as 'contracts fit github'")
        let service = try context.service(name)
        guard let contract = service.contract, service.faultsWithoutBindings.isEmpty, service.binding != nil else {
            try FaultPrinter.check(service.faults, context.terminal)
            return .usage
        }
        let isColored = try SharedOptions.isColored(arguments, context.terminal)
        let old = try SystemFiles().read(contract.url.path)
        let folder = try PrivateFolder("fit", context.terminal)
        defer { folder.remove() }
        let copy = folder.url.appendingPathComponent("Contracts", isDirectory: true)
        try PrivateFolder.create { try FileManager.default.copyItem(at: context.suite.contracts, to: copy) }
        let (fit, new, results) = try await fit(name, arguments, context, in: copy, from: old)
        let file = SourceFile(url: contract.url, bytes: new)
        context.terminal.out(.lines(FitReport(fit, from: old, to: file, results).text(color: isColored)))
        if !results.contains(where: \.isEvaluated) {
            FaultPrinter.list(service.faults, context.terminal)
            return .notEvaluated
        }
        guard new != old else { return .success }
        guard arguments.has("write") else {
            context.terminal.out("\nmake these changes with 'contracts fit \(name) --write'\n")
            return .success
        }
        try AtomicFiles.write(new, at: contract.url.path)
        context.terminal.out("\nwrote \(file.path): review the change, then run 'contracts verify'\n")
        return .success
    }

    /// Changes a copy of the contract until its code calls for no other change.
    ///
    /// - Throws: an error if no code is bound to the contract.
    private static func fit(
        _ name: String, _ arguments: ParsedArguments, _ context: CommandContext, in folder: URL, from old: [UInt8]
    ) async throws -> (fit: Fit, bytes: [UInt8], results: [CheckResult]) {
        var fit = Fit()
        var editor = try JSONTextEditor(old)
        let globs = arguments.all("only")
        var results: [Check: CheckResult] = [:]
        var made: Set<ContractEdit> = []
        var changes: [ContractEdit] = []
        var exampleEdits: [ContractEdit] = []
        let faultChecks = arguments.has("faults") ? try askFaults(name, context, in: folder, from: old) : []
        for round in 0..<maximumRounds {
            let isFirst = round == 0
            let suite = context.suite.with(contracts: folder)
            let copied = CommandContext(
                suite: suite, provider: nil, terminal: context.terminal, transport: context.transport)
            guard let service = suite.loaded.value.services.first(where: { $0.name == name }),
                let contract = service.contract
            else { break }
            let all = service.checks.filter {
                [.model, .request].contains($0.kind) || isFirst && faultChecks.contains($0)
            }
            if isFirst {
                if all.isEmpty { throw nothingBound(in: contract) }
                let hint = "'contracts list' shows them all"
                try SelectionOptions.check(globs, among: all.map(\.id), "model or request", otherwise: hint)
            }
            let checks = all.filter { check in
                let isChanged = changes.contains { $0.pointer.tokens.dropFirst().first == check.names.first }
                // A contract fault may have prevented the check.
                let isUnevaluated = results[check]?.isEvaluated == false
                return (isFirst || isChanged || isUnevaluated)
                    && (globs.isEmpty || globs.contains { Glob($0).matches(check.id) })
            }
            if checks.isEmpty { break }
            let options = try VerifyCommand.options(spec.name, arguments, copied, mode: .replay)
            let report = try await VerifyCommand.report(arguments, copied, options, checks: checks)
            for result in report.checks { results[result.check] = result }
            if !results.values.contains(where: \.isEvaluated) { break }
            fit.learn(from: service.checks.compactMap { results[$0] }, of: contract, boundTo: service.binding)
            changes = []
            for edit in fit.proposed.map(\.edit) where made.insert(edit).inserted {
                if try editor.apply(edit) { changes.append(edit) }
            }
            for edit in examples(for: report.checks, of: contract) where made.insert(edit).inserted {
                exampleEdits.append(edit)
                changes.append(edit)
            }
            if changes.isEmpty { break }
            var copy = editor
            for edit in exampleEdits { _ = try copy.apply(edit) }
            try PrivateFolder.create { try Data(copy.bytes).write(to: contract.url, options: .atomic) }
        }
        return (fit, editor.bytes, Array(results.values))
    }

    /// Generates an instance of each model that has none in examples or recordings. It goes only into the copy.
    private static func examples(for results: [CheckResult], of contract: Contract) -> [ContractEdit] {
        let untested = results.filter { $0.findings.contains { $0.rule == ModelRule.untested.id } }
            .compactMap(\.check.names.first)
        return contract.models.filter { untested.contains($0.name) }.compactMap { model in
            SchemaSampler(prefersText: true).values(of: [model.schema.view]).first(where: model.schema.schema.accepts)
                .map { ContractEdit(.append($0), at: model.pointer(to: .examples)) }
        }
    }

    private static func nothingBound(in contract: Contract) -> CommandError {
        let bindings = contract.models.map(\.binding) + contract.endpoints.filter { $0.request != nil }.map(\.binding)
        let next = bindings.first.map { "; add to Service(\"\(contract.service)\"): \($0)" } ?? ""
        return CommandError(
            "nothing was compared, because no code is bound to a model or request of '\(contract.service)'\(next)")
    }

    /// Adds faults with unknown errors to a copy of the contract, so that the first round learns the errors.
    ///
    /// - Returns: the checks of these faults, and of cases whose error is unknown.
    private static func askFaults(
        _ name: String, _ context: CommandContext, in folder: URL, from old: [UInt8]
    ) throws -> Set<Check> {
        let suite = context.suite.with(contracts: folder)
        guard let contract = suite.loaded.value.services.first(where: { $0.name == name })?.contract else { return [] }
        var editor = try JSONTextEditor(old)
        var asked: Set<Check> = []
        for endpoint in contract.endpoints {
            let cases = endpoint.cases.filter(\.isOfUnknownError)
            asked.formUnion(cases.map { Check(service: name, kind: .client, endpoint.name, $0.name) })
            guard let question = FaultProposals.questions(of: endpoint, in: contract) else { continue }
            _ = try editor.apply(question.edit)
            asked.formUnion(question.faults.map { Check(service: name, kind: .faults, endpoint.name, $0) })
        }
        try PrivateFolder.create { try Data(editor.bytes).write(to: contract.url, options: .atomic) }
        return asked
    }
}

extension CheckResult {
    var isEvaluated: Bool { outcome == .passed || outcome == .failed }
}
