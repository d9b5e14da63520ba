import ContractChecking
import ContractReporting
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand

extension Trait where Self == ConditionTrait {
    /// Enables a test on platforms where test processes can be restarted as workers.
    static var isolated: Self {
        #if os(Linux)
            .enabled(if: true)
        #else
            .disabled("test processes cannot be started again as workers")
        #endif
    }
}

/// Compares the findings for a plant that traps, hangs or exhausts memory with the expected faults. The run uses worker
/// processes, as on the command line: this test process supervises, and its workers are test processes filtered to the
/// same test.
///
/// - Parameter mayTimeOut: whether a busy machine may reach the time limit before the memory limit.
func expectIsolated(
    _ faults: [String: [String]], of plant: Plant, mayTimeOut: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let folderVariable = "PLANTED_FOLDER"
    let environment = ProcessInfo.processInfo.environment
    if WorkerLink.isWorkerProcess {
        let folder = URL(fileURLWithPath: try #require(environment[folderVariable]))
        await WorkerProcess.run { plant.suite(in: folder) }
    }
    let folder = try plant.ownFolder()
    let name = try #require(Test.current?.name).prefix { $0 != "(" }
    let program = Worker.Program(
        executable: URL(fileURLWithPath: CommandLine.arguments[0]),
        arguments: ["--testing-library", "swift-testing", "--filter", "PlantedFaultsTests\\.\(name)\\("])
    func report(in folder: URL) async throws -> Report {
        let terminal = Terminal(
            out: { _ in }, err: { _ in }, environment: environment.merging([folderVariable: folder.path]) { $1 })
        let suite = plant.suite(in: folder)
        var options = Options(mode: .replay, only: plant.checks)
        options.environment = terminal.environment
        return try await Run(
            suite: suite.loaded.value, options: options,
            executor: ProcessExecutor(suite, options, terminal, program: program)
        ).report(of: suite.selected(by: options))
    }
    let unfitted = try await report(in: folder.url)
    #expect(unfitted.count(.failed) > 0, sourceLocation: sourceLocation)
    plant.compare(unfitted.findings, with: faults, endless: mayTimeOut, sourceLocation)
    // A contract changed by `fit` must still reveal the plant.
    guard let fitted = try plant.fittedFolder(after: unfitted) else { return }
    plant.compare(
        try await report(in: fitted.url).findings, with: faults, endless: mayTimeOut, sourceLocation)
}
