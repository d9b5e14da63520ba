import Conformance
import Foundation

/// Counts the probes of a small model that one process runs in a second.
enum ProbeBenchmarks {
    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("probes-\(UUID().uuidString)")
        try Corpus.write(cases: 100, to: folder)
        let suite = Corpus.suite(in: folder, cases: 100)
        let check = Check(service: "corpus", kind: .model, "Item")
        let first = await suite.verify(check, Options(mode: .replay))
        guard first.outcome == .passed, first.probes > 100 else {
            throw BenchmarkError(description: "the model of the corpus is not sound: \(first.findings)")
        }
        var rates: [Double] = []
        for _ in 0..<5 {
            let clock = ContinuousClock()
            var probes = 0
            let elapsed = await clock.measure {
                for _ in 0..<20 { probes += await suite.verify(check, Options(mode: .replay)).probes }
            }
            rates.append(Double(probes) / (elapsed / .seconds(1)))
        }
        try FileManager.default.removeItem(at: folder)
        let rate = Int(rates.sorted()[2])
        print("probes: \(rate) model probes a second, generated and run (aim: 200,000)")
    }
}
