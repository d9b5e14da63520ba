@_exported import ContractChecking
@_exported import ContractFormat
@_exported import HTTPRecording
@_exported import JSONSchema
import Testing

/// Runs one check and records each finding as a failure of the running test, at the contract's line.
///
/// For a parameterised test over `suite.checks`. Works in Swift Testing and in XCTest.
public func verify(_ check: Check, of suite: ContractSuite, _ options: Options = Options()) async {
    let result = await suite.verify(check, CrashNote.watching(options.repeatedByTest))
    FailureRecorder.record(result)
}

/// Runs every check of a service and records each finding as a failure of the running test.
public func verify(service: String, of suite: ContractSuite, _ options: Options = Options()) async {
    let checks = suite.checks.filter { $0.service == service }
    if checks.isEmpty {
        let known = Set(suite.checks.map(\.service)).sorted().joined(separator: ", ")
        FailureRecorder.record("the suite has no service '\(service)'; it has: \(known)")
    }
    var selected = CrashNote.watching(options.repeatedByTest)
    selected.selection.only =
        options.selection.only.isEmpty
        ? ["\(service)/*"] : options.selection.only.filter { $0.hasPrefix("\(service)/") }
    let report = await suite.verify(selected)
    if report.checks.isEmpty { FailureRecorder.record("no check of '\(service)' was run") }
    for result in report.checks { FailureRecorder.record(result) }
}

extension Options {
    /// The options with the command that repeats the running test, where Swift Testing runs it and none is given.
    ///
    /// A package of an app has no command line of contracts: what its reader can type is the test.
    fileprivate var repeatedByTest: Options {
        guard command == nil, repeats == nil, let id = Test.current?.id else { return self }
        var options = self
        let names = id.nameComponents.map { String($0.prefix { $0 != "(" }) }.joined(separator: "/")
        options.repeats = "swift test --filter \(ShellWord.quoted("\(id.moduleName).\(names)"))"
        return options
    }
}

extension Check: CustomTestStringConvertible {
    /// The identifier, by which test reports name the case.
    public var testDescription: String { id }
}
