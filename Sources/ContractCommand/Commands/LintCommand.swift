import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

/// A service without bound code may lack recordings, because recording requires code. `verify` still rejects it.
enum LintCommand: SuiteCommand {
    static let spec = CommandSpec(
        "lint", "check contracts, recordings and bindings without running code under test",
        options: [
            OptionSpec(
                "map", "GLOB", repeats: true,
                "show which property reads each member of the models SERVICE/MODEL: 'elements/*'"), MaximumAge.option,
            OptionSpec(
                "write-schema", "write the JSON Schema of contracts to the path in '$schema' if that file is missing"),
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let services = context.services
        var notes: [String] = []
        var faults: [SourceFault] = []
        var missingRecordings = 0
        for service in services {
            if isElsewhere(service, among: services, context.suite.contracts) {
                notes.append("code is bound to '\(service.name)', which has no contract here")
            } else if let contract = service.contract, service.binding == nil {
                faults += service.faultsWithoutBindings + service.faultsOfFoundRecordings(contract)
                let missing = contract.recordings.count { !service.library.contains($0.file) }
                missingRecordings += missing
                notes.append(
                    "no code is bound to '\(service.name)' yet"
                        + (missing == 0
                            ? "" : ", and \(counted(missing, "recording")) \(missing == 1 ? "is" : "are") missing"))
            } else {
                faults += service.faults + service.conversionFaults
                guard let contract = service.contract else { continue }
                faults += service.faultsOfFoundRecordings(contract)
                if let missing = service.missingRecordings(of: contract) { faults.append(missing) }
            }
        }
        let age = try MaximumAge.read(arguments)
        for stale in services.flatMap({ age?.findings(in: $0) ?? [] }) {
            let fault = SourceFault("\(stale.message) [\(stale.rule)]", at: stale.recording ?? stale.contract)
            if stale.severity == .error {
                faults.append(fault)
            } else {
                context.terminal.out("\(fault.place): warning: \(fault.message)\n")
            }
        }
        faults += context.suite.loaded.value.accepted.unknownRules
        try FaultPrinter.check(faults, context.terminal)
        let contracts = services.compactMap(\.contract)
        let globs = arguments.all("map")
        for contract in globs.isEmpty ? contracts : [] {
            notes += contract.variables.map {
                "live runs read the environment variable \($0.text) (\(contract.place(of: $0.pointer)))"
            }
        }
        for service in globs.isEmpty ? services : [] { notes += service.flows }
        notes += try SchemaFile.notes(of: contracts, writing: arguments.has("write-schema"))
        let recordings = contracts.reduce(0) { $0 + $1.recordings.count } - missingRecordings
        if !globs.isEmpty { context.terminal.out(.lines(try MapText.text(of: globs, in: services) + "\n")) }
        for note in notes { context.terminal.out("note: \(note)\n") }
        let counts = [counted(contracts.count, "contract"), counted(recordings, "recording")]
        let madeUp = services.reduce(0) { $0 + $1.madeUpRecordings.count }
        context.terminal.out(
            "\(counts.joined(separator: " and "))\(madeUp == 0 ? "" : ", \(madeUp) of them made up"): no fault\n")
        return .success
    }

    /// Whether the contract of a bound service is in another folder.
    private static func isElsewhere(_ service: LoadedService, among services: [LoadedService], _ folder: URL) -> Bool {
        service.contract == nil && !ContractFile.exists(in: folder.appendingPathComponent(service.name))
            && services.contains { $0.contract != nil && $0.binding == nil }
    }
}

extension LoadedService {
    fileprivate func faultsOfFoundRecordings(_ contract: Contract) -> [SourceFault] {
        RecordingFaults.faults(of: contract, library, needsAll: false) + recordingsWithoutContract
    }

    /// One fault for all missing recordings, because before the first recording every case lacks one.
    fileprivate func missingRecordings(of contract: Contract) -> SourceFault? {
        let missing = contract.recordings.filter { !$0.isDeliberatelyMissing && !library.contains($0.file) }
        guard let first = missing.first else { return nil }
        let names = missing.map { "'\($0.file)'" }.truncated(to: 3).joined(separator: ", ")
        return SourceFault(
            "\(missing.count) of \(counted(contract.recordings.count, "recording")) "
                + "\(missing.count == 1 ? "is" : "are") missing in \(SourceFile.displayPath(of: library.folder)): "
                + "\(names); "
                + "create \(missing.count == 1 ? "it" : "them") with 'contracts record --only-missing'"
                + (FileManager.default.fileExists(atPath: library.folder.path)
                    ? "" : ", or name their folder with '--recordings DIR'"),
            at: contract.place(of: first.pointer))
    }

    fileprivate var flows: [String] {
        guard let contract else { return [] }
        let secrets = ContractSecrets(of: contract)
        return contract.recordings.flatMap { wanted -> [String] in
            guard library.contains(wanted.file), case .success(let loaded) = library.recording(wanted.file) else {
                return []
            }
            return ValueFlows(of: loaded.recording.entries, to: wanted.endpoints, secrets).flows.map { flow in
                "replay demands \(flow.summary) (\(loaded.place(entry: flow.entry, "/request")))"
            }
        }
    }
}
