import Foundation
import JSONSchema
import YAMLValues

/// Times the JSON layer and the fastest public validators on the same document in the same run.
public enum JSONBenchmarks {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/bench").standardizedFileURL

    /// Prints medians in microseconds and their ratios to those of the peers.
    public static func run() throws {
        let documentURL = folder.appending(path: "elements.json")
        guard FileManager.default.fileExists(atPath: documentURL.path) else {
            print("JSON: not run, there is no \(documentURL.path)")
            return
        }
        let data = try Data(contentsOf: documentURL)
        let schemaJSON = try JSON(parsing: Data(contentsOf: folder.appending(path: "elements.schema.json")))
        // The peers run between two rounds of our own, so that a busy machine slows both equally.
        var times = try measure(data, schemaJSON)
        let peers = peerTimes()
        for (name, round) in try measure(data, schemaJSON) { times[name, default: []] += round }
        let medians = times.mapValues(median)

        print("JSON on elements.json (\(data.count) bytes, 118 elements), median microseconds")
        for name in times.keys.sorted() { print("  \(name.padded(34)) \(medians[name, default: 0].figure)") }
        switch peers {
        case .failure(let reason): print("  peers: not run, \(reason.message)")
        case .success(let peers):
            for (name, time) in peers.sorted(by: { $0.key < $1.key }) { print("  \(name.padded(34)) \(time.figure)") }
            printRatios(medians, peers)
        }
        try printMemory(data)
        try printYAML()
    }

    /// Times a YAML document per byte, and the same values as JSON.
    private static func printYAML() throws {
        let url = folder.appending(path: "../documents/spotify.yaml").standardizedFileURL
        guard FileManager.default.fileExists(atPath: url.path) else {
            print("YAML: not run, there is no \(url.path)")
            return
        }
        let yaml = [UInt8](try Data(contentsOf: url))
        let json = try JSON(yaml: yaml).bytes(.pretty)
        let perByte = try median(samples { try JSON(yaml: yaml) }) * 1_000 / Double(yaml.count)
        let jsonPerByte = try median(samples { try JSON(parsing: json) }) * 1_000 / Double(json.count)
        print("YAML on spotify.yaml (\(yaml.count) bytes), median nanoseconds a byte")
        print("  \("read as YAML".padded(36)) \(perByte.figure)")
        print("  \("read as JSON".padded(36)) \(jsonPerByte.figure)")
        print("  \("YAML / JSON".padded(36)) \((perByte / jsonPerByte).figure)  (at most 3)")
    }

    // MARK: - Our times

    private static func measure(_ data: Data, _ schemaJSON: JSON) throws -> [String: [Double]] {
        let json = try JSON(parsing: data)
        let annotating = try Schema(schemaJSON)
        let asserting = try Schema(schemaJSON, formats: .assert)
        guard annotating.accepts(json), asserting.violations(of: json).isEmpty else {
            throw BenchmarkFailure(message: "elements.json does not meet its schema")
        }
        return [
            "parse": try samples { try JSON(parsing: data) },
            "accepts": samples { annotating.accepts(json) },
            "accepts, formats asserted": samples { asserting.accepts(json) },
            "violations": samples { annotating.violations(of: json) },
            "parse and accepts": try samples { annotating.accepts(try JSON(parsing: data)) },
            "parse and accepts, formats asserted": try samples { asserting.accepts(try JSON(parsing: data)) },
            "compile": try samples { try Schema(schemaJSON) },
            "write": samples { json.bytes() },
        ]
    }

    private static func samples<T>(_ work: () throws -> T) rethrows -> [Double] {
        let clock = ContinuousClock()
        var samples: [Double] = []
        for _ in 0..<400 {
            let start = clock.now
            let result = try work()
            let duration = (clock.now - start).components
            withExtendedLifetime(result) {}
            samples.append(Double(duration.seconds) * 1e6 + Double(duration.attoseconds) / 1e12)
        }
        return samples
    }

    private static func median(_ samples: [Double]) -> Double {
        samples.isEmpty ? 0 : samples.sorted()[samples.count / 2]
    }

    // MARK: - Peers

    private struct PeersAbsent: Error {
        let message: String
    }

    private struct BenchmarkFailure: Error {
        let message: String
    }

    /// Runs `peer-times`, which prints lines of a name and microseconds.
    private static func peerTimes() -> Result<[String: Double], PeersAbsent> {
        let script = folder.appending(path: "peer-times")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", script.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            var times: [String: Double] = [:]
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count > 2, words.last == "us", let time = Double(words[words.count - 2]) else { continue }
                times[words.dropLast(2).joined(separator: " ")] = time
            }
            return process.terminationStatus == 0 && !times.isEmpty
                ? .success(times)
                : .failure(PeersAbsent(message: "\(script.path) ended with status \(process.terminationStatus)"))
        } catch {
            return .failure(PeersAbsent(message: "\(script.path) would not start: \(error)"))
        }
    }

    private static func printRatios(_ ours: [String: Double], _ peers: [String: Double]) {
        let rows: [(String, String, String, String)] = [
            ("accepts / jsonschema-rs", "accepts", "jsonschema-rs, parsed", "at most 1"),
            ("accepts, asserted / jsonschema-rs", "accepts, formats asserted", "jsonschema-rs, parsed", "at most 1"),
            ("accepts / blaze --fast", "accepts", "sourcemeta blaze --fast parsed", "aim 1"),
            (
                "parse and accepts / json.loads + rs", "parse and accepts", "json.loads + jsonschema-rs",
                "at most 0.67, aim 0.5"
            ),
        ]
        for (name, our, peer, target) in rows {
            guard let ourTime = ours[our], let peerTime = peers[peer] else { continue }
            print("  \(name.padded(36)) \((ourTime / peerTime).figure)  (\(target))")
        }
        if let violations = ours["violations"], let accepts = ours["accepts"] {
            print(
                "  \("violations / accepts, valid document".padded(36)) \((violations / accepts).figure)  (at most 2)")
        }
    }

    // MARK: - Memory

    /// Measures the memory growth of the process while it keeps many parsed documents.
    private static func printMemory(_ data: Data) throws {
        guard let before = residentBytes() else {
            print("  memory of the parsed document: not measured, there is no /proc/self/statm")
            return
        }
        let copies = 200
        let documents = try (0..<copies).map { _ in try JSON(parsing: data) }
        let growth = (residentBytes() ?? before) - before
        withExtendedLifetime(documents) {}
        let ratio = Double(growth) / Double(copies * data.count)
        print("  \("memory, times the text".padded(36)) \(ratio.figure)  (at most 8)")
    }

    private static func residentBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        padding(toLength: max(width, count), withPad: " ", startingAt: 0)
    }
}

extension Double {
    fileprivate var figure: String { String(format: "%8.2f", self) }
}
