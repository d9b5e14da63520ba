import ContractChecking
import Testing

/// A trait that runs contract checks before a test and records each finding as an issue.
///
/// A test of a whole service in one line:
///
/// ```swift
/// @Test(.contracts(of: suite, service: "bookshop")) func bookshop() {}
/// ```
public struct ContractsTrait: TestTrait, TestScoping {
    let suite: ContractSuite
    let service: String?
    let options: Options

    /// Runs the checks, then the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let services = service.map { [$0] } ?? Set(suite.selected(by: options).map(\.service)).sorted()
        for service in services { await verify(service: service, of: suite, options) }
        if services.isEmpty { FailureRecorder.record("no check of the suite was selected") }
        try await function()
    }
}

extension Trait where Self == ContractsTrait {
    /// Runs the checks of a suite, or of one service, before the test.
    public static func contracts(
        of suite: ContractSuite, service: String? = nil, _ options: Options = Options()
    ) -> ContractsTrait {
        ContractsTrait(suite: suite, service: service, options: options)
    }
}
