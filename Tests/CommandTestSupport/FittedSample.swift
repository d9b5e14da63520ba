import ContractChecking
import Foundation
import TestSupport

/// Planted faults that `contracts fit` may not hide: a private copy of their contract is fitted by the whole command.
package enum FittedSample {
    /// The size of the sample: a run of the command takes a second or two.
    private static let oneOf: UInt64 = 12

    /// Whether the test of a planted fault fits its contract: each does with FITTED=1, and a sample that stays the same without.
    package static func takes(_ name: String) -> Bool {
        ProcessInfo.processInfo.environment["FITTED"] == "1"
            || name.utf8.reduce(0) { ($0 &* 31) &+ UInt64($1) } % oneOf == 0
    }

    /// Copies the contract and the recordings of a service, and writes what `fit` proposes for the code that is bound.
    ///
    /// - Returns: the copy, and the changed lines as the command prints them; `nil` where nothing is proposed.
    package static func folder(
        _ service: String, of root: URL, over suite: (URL) -> ContractSuite
    ) async throws -> (folder: TemporaryFolder, changes: String)? {
        let folder = try TemporaryFolder()
        for name in ["Contracts/\(service)", "Recordings/\(service)"] {
            let source = root.appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: source.path) { try folder.copy(source, to: name) }
        }
        let old = try folder.text(of: "Contracts/\(service)/contract.json")
        let fit = await CommandOutput.of(["fit", service, "--write", "--faults"], over: suite(folder.url))
        guard fit.code == .success else { throw Failure(description: "fit \(service): \(fit.code): \(fit.err)") }
        return try folder.text(of: "Contracts/\(service)/contract.json") == old ? nil : (folder, fit.out)
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }
}
