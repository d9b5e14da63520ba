@_exported import ContractChecking
@_exported import ContractFormat
@_exported import HTTPRecording
@_exported import JSONSchema
import Testing

/// Runs one check and records each finding as a test failure at the contract's line. Supports Swift Testing and XCTest.
public func verify(_ check: Check, of suite: ContractSuite, _ options: Options = Options()) async {
    let result = await suite.verify(check, CrashNote.watching(options.repeatedByTest))
    FailureRecorder.record(result)
}

/// Runs every check of a service and records each finding as a test failure.
public func verify(service: String, of suite: ContractSuite, _ options: Options = Options()) async {
    guard suite.checks.contains(where: { $0.service == service }) else {
        let known = Set(suite.checks.map(\.service)).sorted().joined(separator: ", ")
        return FailureRecorder.record("the suite has no service '\(service)'; it has: \(known)")
    }
    let checks = suite.selected(by: options).filter { $0.service == service }
    if checks.isEmpty { return FailureRecorder.record("no check of '\(service)' was run") }
    let report = await suite.verify(checks, CrashNote.watching(options.repeatedByTest))
    for result in report.checks { FailureRecorder.record(result) }
}

extension Options {
    /// The options with the running Swift Testing test as repeat command, unless one is set.
    fileprivate var repeatedByTest: Options {
        guard command == nil, fixedRepeatCommand == nil, let id = Test.current?.id else { return self }
        var options = self
        let names = id.nameComponents.map { String($0.prefix { $0 != "(" }) }.joined(separator: "/")
        options.fixedRepeatCommand = "swift test --filter \(ShellWord.quoted("\(id.moduleName).\(names)"))"
        return options
    }
}

extension Check: CustomTestStringConvertible {
    /// The identifier, as the case name in test reports.
    public var testDescription: String { id }
}
