import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

/// The worker's side: it leaves in the folder what is running and what is done, and leaves out what was fatal.
final class WorkerMonitor: RunMonitor {
    /// After so many traps at one place of a check its other steps there are not tried: a dead process each takes long.
    private static let traps = 8
    /// The same for hangs, which take longer.
    private static let hangs = 2

    private let folder: WorkerFolder
    private let table: StepTable
    private let indices: [String: Int]
    private let fatal: [String: [Int: FatalStep]]
    private let done: [String: CheckResult]
    /// The weight of fatal steps by check and place, as they are met again.
    private let met = Locked<[String: Int]>([:])
    private let writing = Locked(())

    let isResuming: Bool

    init(folder: WorkerFolder, checks: [Check], isResuming: Bool) throws {
        self.folder = folder
        self.isResuming = isResuming
        table = try StepTable(path: folder.table, count: checks.count)
        indices = Dictionary(checks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var fatal: [String: [Int: FatalStep]] = [:]
        for step in try folder.fatalSteps() { fatal[step.check, default: [:]][step.step] = step }
        self.fatal = fatal
        done = Dictionary(try folder.results().map { ($0.check.id, $0) }) { $1 }
    }

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict {
        if let known = fatal[check.id] {
            // A probe's name begins with the place that it changes.
            let place = "\(check.id) \(name.prefix { $0 != " " })"
            if let step = known[step] {
                met.withLock { $0[place, default: 0] += step.end == .trap ? Self.hangs : Self.traps }
                return .fatal(step)
            }
            if step > 0, met.withLock({ $0[place, default: 0] }) >= Self.traps * Self.hangs { return .skip }
        }
        if let index = indices[check.id] { table.begin(index, step: step) }
        return .run
    }

    func end(_ check: Check) {
        if let index = indices[check.id] { table.end(index) }
    }

    /// The identifiers of the checks that earlier workers have done.
    var doneChecks: Set<String> { Set(done.keys) }

    func finished(_ check: Check) -> CheckResult? { done[check.id] }

    /// Keeps a result, so that the next worker need not run its check again.
    func keep(_ result: CheckResult) throws {
        guard done[result.check.id] == nil else { return }
        try writing.withLock { _ in try folder.append(result) }
    }
}
