import ContractAuthoring
import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

/// A folder with scaffolded types, their contracts, and a program that probes them.
final class Workshop {
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let scratch: TemporaryFolder
    private var bindings: [String] = []

    private var folder: URL { scratch.url }

    init() throws {
        scratch = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("Recordings"), withIntermediateDirectories: true)
    }

    /// Scaffolds every model of a contract in both styles, the second under another name in a copy of the contract.
    func scaffold(_ file: URL) throws {
        let json = try JSON(parsing: try Data(contentsOf: file))
        var models = JSONObject()
        for (name, model) in json["models"]?.objectValue ?? [:] {
            models[name] = model
            models["\(name)Decoded"] = model
        }
        let service = try #require(json["service"]?.stringValue)
        var copy = JSONObject([
            ("service", .string(service)), ("origin", "https://example.com"), ("models", .object(models)),
        ])
        if let definitions = json["$defs"] { copy["$defs"] = definitions }
        let place = folder.appendingPathComponent("Contracts/\(service)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let target = place.appendingPathComponent("contract.json")
        try Data(JSON.object(copy).bytes()).write(to: target)
        let loaded = ContractLoader.load(file: target, service: service)
        #expect(loaded.faults == [])
        var names: [String] = []
        let contract = try #require(loaded.contract)
        for model in contract.models {
            let isDecoded = model.name.hasSuffix("Decoded")
            let scaffold = Scaffold(model, style: isDecoded ? .codable : .dictionary, in: contract)
            #expect(scaffold.gaps == [], "\(model.name)")
            try Data(scaffold.source.utf8).write(to: folder.appendingPathComponent("\(service).\(model.name).swift"))
            names.append(
                isDecoded
                    ? "Model(\"\(model.name)\", decoding: \(model.name).self)"
                    : "Model(\"\(model.name)\", \(model.name).init(json:))")
        }
        bindings.append("Service(\"\(service)\") { \(names.joined(separator: "; ")) }")
    }

    /// Scaffolds every imported model, to be probed with the imported recordings.
    func scaffold(importedTo run: CommandLineRun, service: String) throws {
        for part in ["Contracts", "Recordings"] {
            let target = folder.appendingPathComponent("\(part)/\(service)")
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: run.folder.url.appendingPathComponent("\(part)/\(service)"), to: target)
        }
        let file = folder.appendingPathComponent("Contracts/\(service)/contract.json")
        let contract = try #require(ContractLoader.load(file: file, service: service).contract)
        var names: [String] = []
        for model in contract.models {
            let source = Scaffold(model, style: .dictionary).source
            try Data(source.utf8).write(to: folder.appendingPathComponent("\(service).\(model.name).swift"))
            names.append("Model(\"\(model.name)\", \(model.name).init(json:))")
        }
        names += contract.endpoints.map { "Endpoint(\"\($0.name)\") { _ in throw URLError(.badURL) }" }
        bindings.append("Service(\"\(service)\") { \(names.joined(separator: "; ")) }")
    }

    /// Compiles and runs the program, and returns a line for each score and finding.
    func verify() async throws -> [String] {
        let main = """
            import ContractChecking
            import Foundation

            let folder = URL(fileURLWithPath: CommandLine.arguments[1])
            let suite = ContractSuite(
                contracts: folder.appendingPathComponent("Contracts"),
                recordings: folder.appendingPathComponent("Recordings")
            ) {
                \(bindings.joined(separator: "\n    "))
            }
            var options = Options(mode: .replay)
            options.only = ["*/model/*"]
            let report = await suite.verify(options)
            for check in report.checks {
                if let score = check.score { print("score", check.check.id, score.percent) }
                for finding in check.findings { print("finding", check.check.id, finding.rule, finding.message, finding.found ?? "") }
                if let reason = check.reason { print("finding", check.check.id, reason) }
            }
            """
        try Data(main.utf8).write(to: folder.appendingPathComponent("main.swift"))
        return try await Self.run(try await Self.program(in: folder), [folder.path]).split(separator: "\n").map(
            String.init)
    }

    /// Compiles the Swift files of a folder with the modules that a suite needs, and returns the program's path.
    static func program(in folder: URL) async throws -> String {
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let products = try #require(Self.products)
        // A build folder keeps the object files of deleted sources, so the sources decide.
        let modules = [
            "JSONValues", "YAMLValues", "JSONSchema", "HTTPRecording", "ContractFormat", "ContractChecking",
            "ContractPact",
            "ContractOpenAPI", "ContractReporting", "ContractHealth", "ContractAuthoring", "ContractComparison",
            "LoopbackServer", "ContractServing", "ContractCommand",
        ]
        let objects = try modules.flatMap { module in
            let folder = Self.package.appendingPathComponent("Sources/\(module)").path
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return files.filter { $0.hasSuffix(".swift") }.map {
                products.appendingPathComponent("\(module).build/\(URL(fileURLWithPath: $0).lastPathComponent).o").path
            }
        }
        let program = folder.appendingPathComponent("program").path
        _ = try await Self.run(
            "swiftc",
            [
                "-swift-version", "6", "-warnings-as-errors", "-wmo", "-I",
                products.appendingPathComponent("Modules").path, "-I",
                Self.package.appendingPathComponent("Sources/EmbeddedTexts/include").path, "-o", program,
            ]
                + sources.sorted().map { folder.appendingPathComponent($0).path } + objects
                + [products.appendingPathComponent("EmbeddedTexts.build/EmbeddedTexts.c.o").path])
        return program
    }

    /// The build products' folder.
    private static var products: URL? {
        let arguments = ProcessInfo.processInfo.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }

    /// Runs a program on its own thread, so that it does not block other tests, and returns its output.
    static func run(_ program: String, _ arguments: [String], in folder: URL? = nil) async throws -> String {
        let (status, text) = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let process = Process()
                        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                        process.arguments = [program] + arguments
                        process.currentDirectoryURL = folder
                        let output = Pipe()
                        process.standardOutput = output
                        process.standardError = output
                        try process.run()
                        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
                    })
            }
        }
        #expect(status == 0, "\(text.suffix(6_000))")
        return text
    }
}
