import Foundation

/// A program that a benchmark starts and stops.
final class RunningProgram {
    private let process = Process()
    private let output: URL

    /// Starts a program and redirects its output to a file.
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

    /// Waits until the program prints its port, and returns the port.
    func port(after text: String) throws -> Int {
        while process.isRunning {
            let log = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            if let range = log.range(of: text), let port = Int(log[range.upperBound...].prefix(while: \.isNumber)) {
                return port
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw BenchmarkError(description: String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }

    /// Returns the current and peak memory in MiB. Linux only.
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

    /// Kills the program, because some programs ignore SIGTERM.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

enum Programs {
    /// The `contracts` executable of the same build.
    static var contracts: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
            .appendingPathComponent("contracts")
    }

    /// Returns the path of a program on the PATH.
    static func find(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The resource usage of the child processes that have exited.
    static var usage: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_CHILDREN, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        #endif
        return usage
    }

    /// Runs a program and returns its user CPU time in seconds, which other programs hardly affect.
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

    /// Runs a program and returns its duration in seconds.
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
