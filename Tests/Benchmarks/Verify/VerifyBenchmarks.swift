import ContractChecking
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Times whole `contracts verify` processes, measures their peak memory, and times a peer on the bodies alone.
enum VerifyBenchmarks {
    /// The environment variable that makes this process verify a corpus.
    static let variable = "BENCHMARK_CORPUS"

    static func run() throws {
        print("verify: whole processes, median of 5")
        let contracts = executable.deletingLastPathComponent().appendingPathComponent("contracts")
        let services = try measure("the five services", runs: 5) { try spawn(contracts, ["verify"], [:]) }
        var times: [Double] = []
        for cases in [1_000, 10_000] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("corpus-\(UUID().uuidString)")
            try Corpus.write(cases: cases, to: folder)
            times.append(
                try measure("\(cases) cases", runs: cases > 1_000 ? 3 : 5) {
                    try spawn(executable, ["\(cases)"], [variable: folder.path])
                })
            if cases == 1_000 { try comparePeer(with: times[0], on: folder) }
            try FileManager.default.removeItem(at: folder)
        }
        print("  10,000 cases take \(rounded(times[1] / times[0])) times as long as 1,000 (aim: at most 10.5)")
        print("  aims: five services under 0.3 s: \(services < 0.3), 1,000 cases under 1 s: \(times[0] < 1)")
    }

    /// Times jsonschema-rs in the Python environment that `peer-times` of the JSON benchmark creates.
    private static func comparePeer(with seconds: Double, on folder: URL) throws {
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        let python = URL(fileURLWithPath: temporary).appendingPathComponent("schema-peers/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            print("  their bodies in jsonschema-rs: not run, there is no \(python.path); 'benchmarks json' makes it")
            return
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("bodies.py")
        let peer = try median(of: 5) { try spawn(python, [script.path, folder.path], [:]) }
        print(
            "  their bodies parsed and validated in jsonschema-rs: \(rounded(peer * 1000)) ms; "
                + "1,000 cases take \(rounded(seconds / peer)) times as long (aim: at most 3)")
    }

    /// Verifies a corpus and exits. Runs in a separate process.
    static func verifyCorpus(in folder: String, cases: Int) async {
        let report = await Corpus.suite(in: URL(fileURLWithPath: folder), cases: cases).verify(Options(mode: .replay))
        for finding in report.findings.prefix(3) { print(finding.message) }
        exit(report.passed && report.count(.passed) >= 2 * cases ? 0 : 1)
    }

    static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    }

    private static func measure(_ name: String, runs: Int, _ body: () throws -> Void) throws -> Double {
        let median = try median(of: runs, body)
        // The peak covers all children so far, so runs go from small to large.
        #if canImport(Darwin)
            let megabytes = Double(Programs.usage.ru_maxrss) / 1_048_576
        #else
            let megabytes = Double(Programs.usage.ru_maxrss) / 1_024
        #endif
        print("  \(name): \(rounded(median * 1000)) ms, peak \(rounded(megabytes)) MiB")
        return median
    }

    static func median(of runs: Int, _ body: () throws -> Void) throws -> Double {
        try body()
        let clock = ContinuousClock()
        var seconds: [Double] = []
        for _ in 0..<runs { seconds.append(try clock.measure(body) / .seconds(1)) }
        return seconds.sorted()[runs / 2]
    }

    static func spawn(_ executable: URL, _ arguments: [String], _ environment: [String: String]) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError(description: "\(executable.lastPathComponent) ended with \(process.terminationStatus)")
        }
    }

    static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }
}

/// The reason that a measurement is invalid.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
