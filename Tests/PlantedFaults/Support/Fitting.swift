import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import TestSupport

extension Plant {
    /// The report once `fit` has described the plant in the contract; `nil` where it proposes nothing.
    func fittedReport(after report: Report) async throws -> Report? {
        guard let contract else { return nil }
        var fit = Fit()
        fit.learn(from: report.checks, of: contract, boundTo: planted)
        guard !fit.proposed.isEmpty else { return nil }
        let folder = try ownFolder()
        let file = folder.url.appendingPathComponent("Contracts/\(service)/contract.json")
        var editor = try JSONTextEditor([UInt8](Data(contentsOf: file)))
        for change in fit.proposed { _ = try editor.apply(change.edit) }
        try Data(editor.bytes).write(to: file)
        return await suite(in: folder.url).verify(Options(mode: .replay, only: checks))
    }

    /// A copy of the contract and the recordings of the service: beside it no contract lacks its bindings.
    func ownFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["Contracts/\(service)", "Recordings/\(service)"] {
            try folder.copy(Self.root.appendingPathComponent(name), to: name)
        }
        return folder
    }

    /// The service alone, over contracts and recordings below a folder.
    func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts", isDirectory: true),
            recordings: folder.appendingPathComponent("Recordings", isDirectory: true)
        ) { planted }
    }
}
