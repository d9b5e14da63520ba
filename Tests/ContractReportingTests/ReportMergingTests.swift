import ContractChecking
import Testing

@testable import ContractReporting

struct ReportMergingTests {
    @Test func joinsShardsInTheirOrder() {
        let first = Report(checks: [sampleResult("1"), sampleResult("2")], seconds: 2)
        let second = Report(checks: [sampleResult("3", .failed, findings: [sampleFinding()])], seconds: 3)
        let merged = Report.merging([first, second])
        #expect(merged.checks == first.checks + second.checks)
        #expect(merged.seconds == 3)
        #expect(Report.merging([first]) == first)
        #expect(Report.merging([]) == Report(checks: [], seconds: 0))
    }

    @Test(arguments: [
        (CheckResult.Outcome.passed, CheckResult.Outcome.failed, CheckResult.Outcome.failed),
        (.error, .failed, .failed), (.skipped, .error, .error), (.passed, .skipped, .skipped),
        (.passed, .passed, .passed),
    ])
    func keepsTheWorstOutcome(_ one: CheckResult.Outcome, _ other: CheckResult.Outcome, _ worst: CheckResult.Outcome) {
        for outcomes in [[one, other], [other, one]] {
            let reports = outcomes.map { outcome in
                Report(checks: [sampleResult("b", outcome, reason: outcome.rawValue)], seconds: 1)
            }
            let merged = Report.merging(reports)
            #expect(merged.checks.map(\.outcome) == [worst])
            #expect(merged.checks.map(\.reason) == [worst.rawValue])
        }
    }

    @Test func keepsTheScoreAndProbesOfEitherReport() {
        let score = ModelScore(enforced: 1, total: 2, missing: ["/a"])
        let outcome = ProbeOutcome(
            name: "n", kind: "null", pointer: "/a", expected: "nil", found: "nil", rule: nil)
        let check = Check(service: "a", kind: .model, "b")
        let known = CheckResult(check: check, outcome: .passed, score: score, outcomes: [outcome])
        let unknown = CheckResult(check: check, outcome: .error, reason: "killed")
        for results in [[known, unknown], [unknown, known]] {
            let merged = Report.merging(results.map { Report(checks: [$0], seconds: 1) }).checks
            #expect(merged.map(\.outcome) == [.error])
            #expect(merged.map(\.score) == [score])
            #expect(merged.map(\.outcomes) == [[outcome]])
        }
    }

    @Test func listsEachRecordingOnce() {
        func report(_ kind: RecordingChange.Kind, _ file: String, _ changes: [RecordingChange.Change] = []) -> Report {
            Report(checks: [], seconds: 0, recordings: [RecordingChange(file: file, kind: kind, changes: changes)])
        }
        let change = RecordingChange.Change(message: "m", effect: .survives, severity: .info)
        let worse = RecordingChange.Change(message: "w", effect: .refuses, severity: .error)
        let merged = Report.merging([
            report(.unchanged, "a"), report(.changed, "b", [change]), report(.added, "a", [change]),
            report(.kept, "b", [worse, change]), report(.added, "c"), report(.missing, "c"),
        ])
        #expect(
            merged.recordings == [
                RecordingChange(file: "a", kind: .added, changes: [change]),
                RecordingChange(file: "b", kind: .kept, changes: [worse, change]),
                RecordingChange(file: "c", kind: .missing),
            ])
    }

    @Test func namesMissingShards() throws {
        func reports(_ indices: [Int], of count: Int) -> [Report] {
            indices.map { Report(checks: [sampleResult("\($0)")], seconds: 0, shard: Shard(index: $0, count: count)) }
        }
        #expect(try Report.missingShards(of: reports([2, 4, 1], of: 4)).map(\.description) == ["3/4"])
        #expect(try Report.missingShards(of: reports([2, 1, 2], of: 2)).isEmpty)
        #expect(try Report.missingShards(of: [Report(checks: [], seconds: 0)]).isEmpty)
        #expect(throws: ShardMismatch.self) {
            try Report.missingShards(of: reports([1], of: 2) + reports([1], of: 3))
        }
    }

    /// A shard may be empty if there are few checks, but the merged report may not.
    @Test func passesAnEmptyShardButNotAnEmptyReport() {
        let shards = (1...2).map { Report(checks: [], seconds: 0, shard: Shard(index: $0, count: 2)) }
        #expect(shards.map(\.passed) == [true, true])
        #expect(!Report.merging(shards).passed)
        #expect(!Report(checks: [], seconds: 0, shard: Shard(index: 1, count: 1)).passed)
    }

    @Test func keepsEachFindingOnceWorstFirst() {
        let warning = sampleFinding(severity: .warning, fingerprint: "w")
        let error = sampleFinding(fingerprint: "e")
        let merged = Report.merging([
            Report(checks: [sampleResult("b", .passed, findings: [warning])], seconds: 1),
            Report(checks: [sampleResult("b", .failed, findings: [error, warning])], seconds: 1),
        ])
        #expect(merged.findings == [error, warning])
    }
}
