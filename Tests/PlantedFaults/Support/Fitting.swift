import CommandTestSupport
import ContractAuthoring
import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

extension Plant {
    /// Returns a copy of the contract and recordings to which the proposals of `fit` for the plant are applied, or
    /// `nil` if there are none.
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

    /// Checks that the findings stay the same if the contract was written by `contracts fit` for the planted service.
    func compareFitted(with faults: [String: [String]], _ sourceLocation: SourceLocation) async {
        do {
            guard let (folder, changes) = try await FittedSample.folder(service, of: Self.root, over: suite(in:))
            else { return }
            let report = await suite(in: folder.url).verify(Options(mode: .replay, only: checks))
            compare(report.findings, with: faults, after: changes, sourceLocation)
        } catch { Issue.record(error, sourceLocation: sourceLocation) }
    }

    /// Returns a copy of the contract and recordings of this service alone, so that no other contract lacks its
    /// bindings.
    func ownFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["Contracts/\(service)", "Recordings/\(service)"] {
            try folder.copy(Self.root.appendingPathComponent(name), to: name)
        }
        return folder
    }

    /// Returns a suite of this service over the contracts and recordings in a folder.
    func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts", isDirectory: true),
            recordings: folder.appendingPathComponent("Recordings", isDirectory: true)
        ) { planted }
    }
}
