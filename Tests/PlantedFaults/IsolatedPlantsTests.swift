import ContractChecking
import ContractReporting
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

#if os(Linux)
    /// Plants that trap, hang or take all memory, in runs as the command line makes them: this test process supervises,
    /// and its workers are test processes that run nothing but ``work()``.
    @Suite(.serialized)
    struct IsolatedPlantsTests {
        private static let plantVariable = "PLANTED_FAULT"
        private static let folderVariable = "PLANTED_FOLDER"

        @Test(.enabled(if: !isWorker), arguments: Plant.trapping + Plant.endless)
        func survivesTheFaultAndFindsNothingElse(_ plant: Plant) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("planted-\(UUID().uuidString)")
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
            // Beside the plant's own service no contract lacks its bindings.
            for name in ["Contracts", "Recordings"] {
                let copy = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    at: Plant.root.appendingPathComponent(name).appendingPathComponent(plant.service),
                    to: copy.appendingPathComponent(plant.service))
            }
            let program = Worker.Program(
                executable: URL(fileURLWithPath: CommandLine.arguments[0]),
                arguments: ["--testing-library", "swift-testing", "--filter", "IsolatedPlantsTests/work"],
                output: .nullDevice)
            let environment = [
                Self.plantVariable: plant.testDescription, Self.folderVariable: folder.path,
            ]
            let terminal = Terminal(
                out: { _ in }, err: { _ in },
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
            let supervisor = IsolatedRun.supervisor(
                of: plant.suite(in: folder).checks, IsolatedRun.Limits(call: 60), terminal)
            let code = try await Task.detached { try supervisor.run { program }.code }.value
            #expect(code == .findings)
            let text = try Data(contentsOf: folder.appendingPathComponent("report.json"))
            plant.compare(
                try Report(json: try JSON(parsing: text)).findings,
                endless: Plant.endless.contains { $0.summary == plant.summary })
        }

        @Test(.enabled(if: isWorker)) func work() async throws {
            let environment = ProcessInfo.processInfo.environment
            let plants = Plant.trapping + Plant.endless
            let plant = try #require(plants.first { $0.testDescription == environment[Self.plantVariable] })
            let folder = URL(fileURLWithPath: try #require(environment[Self.folderVariable]))
            let words =
                ["verify", "--report", "json=\(folder.appendingPathComponent("report.json").path)"]
                + plant.checks.flatMap { ["--only", $0] }
            let terminal = Terminal.process()
            let code = await CommandRunner(suite: plant.suite(in: folder), provider: nil, terminal: terminal).run(words)
            try #require(terminal.worker).finish(code)
        }

        private static let isWorker = ProcessInfo.processInfo.environment[WorkerLink.variable] != nil
    }
#else
    /// Where test processes cannot be started again as workers, it is told that each plant ends its process.
    struct TrappingPlantsTests {
        @Test(arguments: Plant.trapping) func endsTheProcess(_ plant: Plant) async {
            await #expect(processExitsWith: .failure) { [name = plant.testDescription as String] in
                _ = await Plant.trapping.first { $0.testDescription == name }?.report()
            }
        }
    }
#endif
