import ContractChecking
import Foundation

/// Measures how many probes of a small model one process runs per second.
enum ProbeBenchmarks {
    /// - Parameter checks: the number of times that each task checks the model per measurement.
    static func run(checks: Int = 40) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("probes-\(UUID().uuidString)")
        try Corpus.write(cases: 100, to: folder)
        let suite = Corpus.suite(in: folder, cases: 100)
        let check = Check(service: "corpus", kind: .model, "Item")
        let first = await suite.verify(check, Options(mode: .replay))
        guard first.outcome == .passed, first.probes > 100 else {
            throw BenchmarkError(description: "the model of the corpus is not sound: \(first.findings)")
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let one = await rate(of: check, in: suite, tasks: 1, checks)
        let all = await rate(of: check, in: suite, tasks: cores, checks)
        try FileManager.default.removeItem(at: folder)
        print(
            "probes: \(Int(one)) model probes a second on one core, \(Int(all)) on \(cores), "
                + "generated and run (aim: 200,000 in one process)")
    }

    /// Returns the median rate of five runs with `tasks` parallel tasks.
    private static func rate(of check: Check, in suite: ContractSuite, tasks: Int, _ checks: Int) async -> Double {
        var rates: [Double] = []
        for _ in 0..<5 {
            let clock = ContinuousClock()
            let start = clock.now
            let probes = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        var probes = 0
                        for _ in 0..<checks { probes += await suite.verify(check, Options(mode: .replay)).probes }
                        return probes
                    }
                }
                return await group.reduce(0, +)
            }
            rates.append(Double(probes) / ((clock.now - start) / .seconds(1)))
        }
        return rates.sorted()[2]
    }
}
