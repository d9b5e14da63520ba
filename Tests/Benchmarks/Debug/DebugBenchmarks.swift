import ContractChecking
import Foundation
import JSONSchema

/// Times the operations that users wait for in a debug build, in which tests usually run.
enum DebugBenchmarks {
    static func run() async throws {
        #if DEBUG
            print("debug build:")
            try await ProbeBenchmarks.run(checks: 2)
            try await measureLargestModel()
            let contracts = VerifyBenchmarks.executable.deletingLastPathComponent().appendingPathComponent("contracts")
            let verify = try VerifyBenchmarks.median(of: 3) { try VerifyBenchmarks.spawn(contracts, ["verify"], [:]) }
            let score = try VerifyBenchmarks.median(of: 1) { try VerifyBenchmarks.spawn(contracts, ["score"], [:]) }
            print(
                "  five services: 'verify' takes \(VerifyBenchmarks.rounded(verify)) s, "
                    + "'score' \(VerifyBenchmarks.rounded(score / verify)) times as long")
        #else
            print("debug build: not run, this one is optimised; 'make bench' runs both")
        #endif
    }

    /// Probes the largest model of a public document with an initializer that accepts any object.
    private static func measureLargestModel() async throws {
        let document = URL(fileURLWithPath: "../shared/clients/documents/github.json")
        guard FileManager.default.fileExists(atPath: document.path) else {
            print("  the largest model: not run, there is no \(document.relativePath)")
            return
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("largest-\(UUID().uuidString)")
        let file = folder.appendingPathComponent("Contracts/github/contract.json")
        let contracts = VerifyBenchmarks.executable.deletingLastPathComponent().appendingPathComponent("contracts")
        try VerifyBenchmarks.spawn(
            contracts,
            [
                "import", document.path, "--service", "github", "--only", "pullsList",
                "--contracts", folder.appendingPathComponent("Contracts").path,
                "--recordings", folder.appendingPathComponent("Recordings").path,
            ], [:])
        // Keeps only the model, because no client calls its endpoint.
        var contract = try JSON(parsing: Array(Data(contentsOf: file)))
        guard let model = contract["models"]?[name], let example = model["examples"]?[0] else {
            throw BenchmarkError(description: "the document has no model '\(name)' with an example")
        }
        contract = contract.setting("/models", to: .object(JSONObject([(name, model)]))).setting("/endpoints", to: [:])
        try Data(contract.bytes(.pretty)).write(to: file)
        let suite = ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("github") { Model(name, AnyRecord.init(members:), reading: \.members) }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let result = await suite.verify(Check(service: "github", kind: .model, name), Options(mode: .replay))
        let seconds = (clock.now - start) / .seconds(1)
        try FileManager.default.removeItem(at: folder)
        guard result.probes > 1000 else {
            throw BenchmarkError(description: "'\(name)' was not probed: \(result.findings.prefix(3))")
        }
        print(
            "  the largest model, \(example.bytes(.compact).count / 1000) KB: \(result.probes) probes in "
                + "\(VerifyBenchmarks.rounded(seconds)) s (aim: 8 s)")
    }

    private static let name = "pull-request-simple"
}

/// A model that accepts any object.
private struct AnyRecord {
    let members: [String: Any?]

    init?(members: [String: Any]) { self.members = members }
}
