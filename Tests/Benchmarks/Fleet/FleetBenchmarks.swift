import Foundation
import TestSupport

/// Times `contracts fleet` on 200 versions of the five services, each with its own contracts.
enum FleetBenchmarks {
    private static let versions = 200

    static func run() throws {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let contracts = current.appendingPathComponent("Contracts")
        let services = try FileManager.default.contentsOfDirectory(atPath: contracts.path).sorted().filter {
            FileManager.default.fileExists(atPath: contracts.appendingPathComponent("\($0)/contract.json").path)
        }
        let folder = try TemporaryFolder()
        for version in 0..<versions {
            for service in services {
                var text = try String(
                    contentsOf: contracts.appendingPathComponent("\(service)/contract.json"), encoding: .utf8)
                // All versions differ, and every third has a breaking change.
                text = text.replacing(
                    "\"summary\": \"", with: "\"summary\": \"Version \(version): ", maxReplacements: 1)
                if version.isMultiple(of: 3) {
                    text = text.replacing(
                        #""required": ["title", "image", "description"]"#,
                        with: #""required": ["title", "image", "description", "arcana\#(version)"]"#)
                }
                try folder.write(text, to: "\(version)/\(service)/contract.json")
            }
        }
        let list = (0..<versions).map { #"{"version": "\#($0)", "folder": "\#($0)"}"# }.joined(separator: ",")
        try folder.write("{\"versions\": [\(list)]}", to: "fleet.json")
        let words = [
            "fleet", "--list", folder.url.appendingPathComponent("fleet.json").path, "--contracts", contracts.path,
            "--recordings", current.appendingPathComponent("Recordings").path,
        ]
        let seconds = try (0..<3).map { _ in
            try Programs.time(Programs.contracts, words, expecting: [1])
        }.sorted()[1]
        print("fleet: \(versions) versions × \(services.count) services, a whole process, median of 3")
        print("  \(String(format: "%.2f", seconds)) s (aim: under 10 s: \(seconds < 10))")
    }
}
