import ContractChecking
import ContractReporting
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// Twins that end the process. The runs use worker processes, as on the command line: this test process supervises. Its
/// workers are test processes filtered to the same test, which then runs the twin.
extension SoundCode {
    /// Checks that the sound piece has no findings and that its trapping twin has exactly the given faults.
    func compareIsolated(
        _ service: String, finds faults: Fault..., @BindingBuilder sound: () -> [Binding],
        @BindingBuilder twin: () -> [Binding], at location: SourceLocation = #_sourceLocation
    ) async throws {
        #if os(Linux)
            let variable = "SOUND_CODE_FOLDER"
            if let folder = ProcessInfo.processInfo.environment[variable].map(URL.init(fileURLWithPath:)) {
                await WorkerProcess.run { self.suite(service, twin(), in: folder) }
            }
            expectNone(await findings(service, sound(), location), location)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("twin-\(UUID().uuidString)")
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
            // Only the twin's own service is copied, so that no other contract lacks its bindings.
            for name in ["Contracts", "Recordings"] {
                let copy = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    at: Self.folder.appendingPathComponent("\(name)/\(service)"),
                    to: copy.appendingPathComponent(service))
            }
            let test = try #require(Test.current?.name.prefix { $0 != "(" })
            let program = Worker.Program(
                executable: URL(fileURLWithPath: CommandLine.arguments[0]),
                arguments: ["--testing-library", "swift-testing", "--filter", "SoundCode/\(test)\\("])
            let terminal = Terminal(
                out: { _ in }, err: { _ in },
                environment: ProcessInfo.processInfo.environment.merging([variable: folder.path]) { $1 })
            let suite = suite(service, twin(), in: folder)
            var options = Options(mode: .replay, only: globs(of: twin(), in: service, suite))
            options.environment = terminal.environment
            let report = try await Run(
                suite: suite.loaded.value, options: options,
                executor: ProcessExecutor(suite, options, terminal, program: program)
            ).report(of: suite.selected(by: options))
            #expect(report.count(.failed) > 0)
            compare(report.findings, with: faults, location)
        #else
            expectNone(await findings(service, sound(), location), location)
        #endif
    }

    /// Returns the globs of the twin's checks that match any check. The command line rejects a glob without a match.
    private func globs(of bindings: [Binding], in service: String, _ suite: ContractSuite) -> [String] {
        checks(of: bindings, in: service).filter { glob in
            suite.checks.contains(where: Options.Selection(only: [glob]).takes)
        }
    }
}
