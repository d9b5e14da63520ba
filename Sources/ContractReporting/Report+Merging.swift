import ContractChecking
import JSONSchema

extension Report {
    /// Merges several reports, such as the shards of one run.
    ///
    /// A repeated check gets its worst outcome, all distinct findings, and the larger of its probe counts and times.
    /// Shards run in parallel, so the total time is the longest one.
    package static func merging(_ reports: [Report]) -> Report {
        let results = reports.flatMap(\.checks).grouped(by: \.check.id).map { _, results in
            results.dropFirst().reduce(results[0]) { $0.merged(with: $1) }
        }
        return Report(
            checks: results, seconds: reports.map(\.seconds).max() ?? 0,
            recordings: RecordingChange.merging(reports.flatMap(\.recordings)))
    }

    /// Returns the shards that are missing, in order. Empty if the reports are not of shards.
    package static func missingShards(of reports: [Report]) throws(ShardMismatch) -> [Shard] {
        let shards = reports.compactMap(\.shard)
        guard let first = shards.first else { return [] }
        if let other = shards.first(where: { $0.count != first.count }) {
            throw ShardMismatch(one: first, other: other)
        }
        let present = Set(shards.map(\.index))
        return (1...first.count).filter { !present.contains($0) }.compactMap { Shard(index: $0, count: first.count) }
    }
}

package struct ShardMismatch: Error, Hashable, CustomStringConvertible {
    package let one: Shard
    package let other: Shard

    package var description: String {
        "these are not the shards of one run: one report is of shard \(one), another of shard \(other)"
    }
}

extension CheckResult {
    fileprivate func merged(with other: CheckResult) -> CheckResult {
        let order = Outcome.worstFirst
        let worst = order.first { $0 == outcome || $0 == other.outcome } == outcome ? self : other
        let rest = worst == self ? other : self
        let all = (findings + other.findings).distinct
        var merged = worst
        merged.probes = max(probes, other.probes)
        merged.seconds = max(seconds, other.seconds)
        merged.findings = all.worstFirst
        merged.score = worst.score ?? rest.score
        merged.survival = worst.survival ?? rest.survival
        merged.strength = worst.strength ?? rest.strength
        merged.outcomes = worst.outcomes.isEmpty ? rest.outcomes : worst.outcomes
        merged.recordedAt = worst.recordedAt ?? rest.recordedAt
        return merged
    }
}

extension RecordingChange {
    /// Merges the changes of each file. Rejected changes take precedence over written ones.
    fileprivate static func merging(_ recordings: [RecordingChange]) -> [RecordingChange] {
        let order: [Kind] = [.kept, .missing, .changed, .added, .unchanged]
        return recordings.grouped(by: \.file).map { file, same in
            let kind = order.first { kind in same.contains { $0.kind == kind } } ?? same[0].kind
            let changes = same.flatMap(\.changes).distinct
            return RecordingChange(
                file: file, kind: kind,
                changes: Severity.allCases.flatMap { severity in changes.filter { $0.severity == severity } })
        }
    }
}
