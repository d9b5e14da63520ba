import ContractChecking
import JSONSchema

/// Builds the suite in a worker process, because its builder is code under test.
enum SuiteBuild {
    static let task = "suite"
    private static let seconds = 15.0

    static func outline(_ terminal: Terminal) async throws -> SuiteOutline {
        let described = Locked<SuiteOutline?>(nil)
        var supervisor = Supervisor(order: WorkerOrder(work: .suite), terminal: terminal) { _, _ in seconds }
        supervisor.received = { message in
            if case .suite(let outline) = message { described.withLock { $0 = outline } }
            return nil
        }
        try await supervisor.runOnOwnThread()
        guard let outline = described.withLock({ $0 }) else {
            throw error("the worker sent no description of the suite")
        }
        return outline
    }

    static func error(_ reason: String) -> CommandError {
        CommandError(
            "the suite could not be built: \(reason)\nnothing was run; check the code inside 'ContractSuite(…) { … }'"
        )
    }
}
