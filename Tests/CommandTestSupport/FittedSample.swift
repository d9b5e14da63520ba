import ContractChecking
import Foundation
import TestSupport

/// Planted faults that `contracts fit` must not hide. The whole command fits a private copy of their contract.
package enum FittedSample {
    /// The sample contains one in this many faults, because a run of the command takes a second or two.
    private static let oneOf: UInt64 = 12

    /// Whether the test of a planted fault fits its contract. With FITTED=1 all tests do, otherwise a fixed sample.
    package static func takes(_ name: String) -> Bool {
        ProcessInfo.processInfo.environment["FITTED"] == "1"
            || name.utf8.reduce(0) { ($0 &* 31) &+ UInt64($1) } % oneOf == 0
    }

    /// Copies the contract and the recordings of a service, and fits the copy to the bound code.
    ///
    /// - Returns: the copy and the printed changes, or `nil` if `fit` proposes nothing.
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
