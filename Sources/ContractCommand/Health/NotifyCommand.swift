import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// The command that tells an operator: a line for `/bin/sh` that reads the notification as JSON on its standard input.
///
/// Nothing of a notification is ever part of the line. What it prints goes to standard error, and it gets no variable
/// that holds a secret of a contract.
struct NotifyCommand: Sendable {
    /// Why a notification was not delivered.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let line: String
    let environment: [String: String]
    /// The seconds it may take.
    var deadline = 30.0

    init(_ line: String, environment: [String: String], contracts: [Contract]) {
        self.line = line
        let secrets = Set(contracts.flatMap(\.variables))
        self.environment = environment.filter { !secrets.contains($0.key) }
    }

    /// Runs the line; what it started is killed with it where it takes too long or nobody waits any more.
    ///
    /// - Throws: `Failure` where it would not start, took too long, or ended otherwise than with exit code 0.
    func callAsFunction(_ notification: HealthNotification) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        process.environment = environment
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.standardError
        process.standardError = FileHandle.standardError
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.yield() }
        do { try process.run() } catch { throw Failure(description: "/bin/sh would not start: \(error)") }
        do {
            try input.fileHandleForWriting.write(contentsOf: Data(notification.json.bytes() + [UInt8(ascii: "\n")]))
            try input.fileHandleForWriting.close()
        } catch {
            // A command need not read what it is told.
        }
        let pid = process.processIdentifier
        let hasEnded = await Deadline.run(seconds: deadline) { () -> Bool in
            for await _ in ends { return true }
            return false
        }
        guard hasEnded == true else {
            // Its process group is its own, so what it started goes, too.
            if kill(-pid, SIGKILL) != 0 { _ = kill(pid, SIGKILL) }
            throw Failure(description: "the notification command did not end within \(Int(deadline)) s")
        }
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            throw Failure(description: "the notification command was ended by signal \(process.terminationStatus)")
        }
        guard process.terminationStatus == 0 else {
            throw Failure(description: "the notification command ended with exit code \(process.terminationStatus)")
        }
    }
}

extension Contract {
    /// The names of the environment variables that calls take their secrets from.
    fileprivate var variables: [String] {
        let arguments =
            endpoints.flatMap { $0.cases.flatMap(\.arguments) } + scenarios.flatMap { $0.steps.flatMap(\.arguments) }
        return arguments.flatMap(\.value.placeholders).compactMap { placeholder in
            if case .environment(let name) = placeholder { name } else { nil }
        }
    }
}
