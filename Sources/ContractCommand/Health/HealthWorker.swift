import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

/// The worker's side of an isolated round: it observes, and leaves each observation in the folder it shares.
enum HealthWorker {
    static func run(
        _ targets: [HealthTarget], _ options: HealthOptions, live: Options, folder: WorkerFolder, isAlone: Bool
    ) async throws -> ExitCode {
        // Whoever is interrupted at a terminal is the supervisor; this process ends with it.
        signal(SIGINT, SIG_IGN)
        Lifeline.hold()
        let monitor = try WorkerMonitor(folder: folder, checks: targets.map(\.check), isResuming: false)
        let observations = ObservationFile(folder)
        let command = live.command ?? "contracts health"
        let known = Set(try observations.read(command).map(\.id))
        var rest: [HealthTarget] = []
        for target in targets where !known.contains(target.id) {
            switch monitor.begin(target.check, step: 0, "") {
            case .run:
                monitor.end(target.check)
                rest.append(target)
            case .fatal(let step):
                try observations.append(EndpointObservation(target, killedBy: step.message, live: live))
            case .skip:
                try observations.append(EndpointObservation(target, unsupported: "its process was ended too often"))
            }
        }
        var options = options
        if isAlone { options.jobs = 1 }
        let failure = Locked<String?>(nil)
        _ = try await HealthObserver(rest, options, live: live).observe { target in
            _ = monitor.begin(target.check, step: 0, "")
        } didObserve: { observation in
            do { try observations.append(observation) } catch { failure.withLock { $0 = "\(error)" } }
            monitor.end(Check(service: observation.service, kind: .response, observation.endpoint))
        }
        if let failure = failure.withLock({ $0 }) { throw CommandError(failure, code: .notEvaluated) }
        return .success
    }
}

extension HealthTarget {
    /// By which supervisor and worker speak of it.
    var check: Check { Check(service: contract.service, kind: .response, endpoint.name) }
}

/// The observations that workers have made, one a line.
struct ObservationFile: Sendable {
    private let url: URL
    private let writing = Locked(())

    init(_ folder: WorkerFolder) { url = folder.url.appendingPathComponent("observations.jsonl") }

    func append(_ observation: EndpointObservation) throws {
        try writing.withLock { _ in
            if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(observation.json.bytes() + [UInt8(ascii: "\n")]))
            try handle.close()
        }
    }

    /// The whole lines; one that a killed worker did not finish is left out.
    ///
    /// - Parameter command: the start of the command that repeats a check.
    func read(_ command: String) throws -> [EndpointObservation] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        let bytes = [UInt8](try Data(contentsOf: url))
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return try bytes[..<end].split(separator: UInt8(ascii: "\n")).map {
            try EndpointObservation(json: try JSON(parsing: Array($0)), command: command)
        }
    }
}
