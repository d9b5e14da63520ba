import Foundation

/// Runs benchmarks: all but `debug` by default, or the one that the argument names (`json`, `replay`, `probes`,
/// `verify`, `serving`, `pact`, `fleet`, `scaling` or `debug`).
@main
struct Benchmarks {
    static func main() async {
        do { try await run() } catch {
            print("benchmarks: \(error)")
            exit(1)
        }
    }

    private static func run() async throws {
        let words = CommandLine.arguments.dropFirst()
        if let folder = ProcessInfo.processInfo.environment[VerifyBenchmarks.variable],
            let cases = words.first.flatMap({ Int($0) })
        {
            await VerifyBenchmarks.verifyCorpus(in: folder, cases: cases)
        }
        if words.isEmpty || words.contains("json") { try JSONBenchmarks.run() }
        if words.isEmpty || words.contains("replay") { try await ReplayBenchmarks.run() }
        if words.isEmpty || words.contains("probes") { try await ProbeBenchmarks.run() }
        if words.isEmpty || words.contains("verify") { try VerifyBenchmarks.run() }
        if words.isEmpty || words.contains("serving") { try ServingBenchmarks.run() }
        if words.isEmpty || words.contains("pact") { try PactBenchmarks.run() }
        if words.isEmpty || words.contains("fleet") { try FleetBenchmarks.run() }
        if words.isEmpty || words.contains("scaling") { try ScalingBenchmarks.run() }
        if words.contains("debug") { try await DebugBenchmarks.run() }
    }
}
