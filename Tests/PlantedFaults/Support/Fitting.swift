import CommandTestSupport
import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

extension Plant {
    /// A copy of the contract and the recordings in which `fit` has described the plant; `nil` where it proposes nothing.
    func fittedFolder(after report: Report) throws -> TemporaryFolder? {
        guard let contract else { return nil }
        var fit = Fit()
        fit.learn(from: report.checks, of: contract, boundTo: planted)
        guard !fit.proposed.isEmpty else { return nil }
        let folder = try ownFolder()
        let file = folder.url.appendingPathComponent("Contracts/\(service)/contract.json")
        var editor = try JSONTextEditor([UInt8](Data(contentsOf: file)))
        for change in fit.proposed { _ = try editor.apply(change.edit) }
        try Data(editor.bytes).write(to: file)
        return folder
    }

    /// Holds that nothing is found otherwise over a contract that `contracts fit` has written for the service with the plant.
    func compareFitted(with faults: [String: [String]], _ sourceLocation: SourceLocation) async {
        do {
            guard let (folder, changes) = try await FittedSample.folder(service, of: Self.root, over: suite(in:))
            else { return }
            let report = await suite(in: folder.url).verify(Options(mode: .replay, only: checks))
            compare(report.findings, with: faults, after: changes, sourceLocation)
        } catch { Issue.record(error, sourceLocation: sourceLocation) }
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
