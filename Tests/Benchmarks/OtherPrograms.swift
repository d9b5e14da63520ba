import Foundation

/// A program that a benchmark starts beside itself, and ends.
final class RunningProgram {
    private let process = Process()
    private let output: URL

    /// Starts a program whose output goes to a file.
    init(_ executable: URL, _ arguments: [String], output: URL) throws {
        self.output = output
        try Data().write(to: output)
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PACT_DO_NOT_TRACK": "true"]) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: output)
        try process.run()
    }

    /// Waits until the program has written that it listens, and returns the port that it names.
    func port(after text: String) throws -> Int {
        while process.isRunning {
            let told = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            if let range = told.range(of: text), let port = Int(told[range.upperBound...].prefix(while: \.isNumber)) {
                return port
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw BenchmarkError(description: String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }

    /// What Linux says of its memory in MiB: what it has now, and had at most.
    func megabytes() throws -> (now: Int, most: Int) {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        func value(_ name: String) throws -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            guard let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
                throw BenchmarkError(description: "no \(name) told")
            }
            return number / 1024
        }
        return (try value("VmRSS"), try value("VmHWM"))
    }

    /// Ends it at once: not every program minds the signal that asks for it.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// The programs that benchmarks run.
enum Programs {
    /// The command line of the same build.
    static var contracts: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
            .appendingPathComponent("contracts")
    }

    /// A program on the PATH.
    static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The resources that programs have used which have ended.
    static var usage: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_CHILDREN, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        #endif
        return usage
    }

    /// Runs a program to its end and returns the seconds of processors that it took: other programs change them little.
    static func processorTime(
        _ executable: URL, _ arguments: [String], expecting codes: Set<Int32>
    ) throws -> Double {
        func seconds() -> Double {
            let time = usage.ru_utime
            return Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        let start = seconds()
        _ = try time(executable, arguments, expecting: codes)
        return seconds() - start
    }

    /// Runs a program to its end and returns the seconds that it took.
    static func time(_ executable: URL, _ arguments: [String], expecting codes: Set<Int32> = [0]) throws -> Double {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["PACT_DO_NOT_TRACK": "true"]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        guard codes.contains(process.terminationStatus) else {
            throw BenchmarkError(description: "\(executable.lastPathComponent) ended with \(process.terminationStatus)")
        }
        return start.duration(to: .now) / .seconds(1)
    }
}
