import ContractChecking
import Foundation
import TestSupport
import Testing

/// A contract with only models, which is written to a folder and verified with bindings.
struct ModelTrial {
    /// The members of `models`.
    let models: String

    /// Creates a contract with one model `Thing`.
    init(schema: String, example: String, words: String = "") {
        self.init(models: #""Thing":{"schema":\#(schema),\#(words)"examples":[\#(example)]}"#)
    }

    init(models: String) { self.models = models }

    func report(@BindingBuilder _ bindings: () -> [Binding]) async throws -> Report {
        let folder = try TemporaryFolder()
        return await suite(in: try written(to: folder), bindings).verify(Options(mode: .replay))
    }

    /// Returns the names of the probes that 'explain' lists, without running code.
    func planned(@BindingBuilder _ bindings: () -> [Binding]) throws -> [String] {
        let folder = try TemporaryFolder()
        let loaded = suite(in: try written(to: folder), bindings).loaded.value
        let explanation = CheckExplanation(of: Check(service: "things", kind: .model, "Thing"), in: loaded)
        return try #require(explanation).probes.map(\.name)
    }

    private func written(to folder: TemporaryFolder) throws -> TemporaryFolder {
        try folder.write(
            #"{"service":"things","origin":"https://things.example","models":{\#(models)}}"#,
            to: "Contracts/things/contract.json")
        return folder
    }

    private func suite(in folder: TemporaryFolder, _ bindings: () -> [Binding]) -> ContractSuite {
        ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) { Service("things", bindings) }
    }

    /// Returns every finding as `rule pointer: message`.
    func findings(@BindingBuilder _ bindings: () -> [Binding]) async throws -> [String] {
        try await report(bindings).findings.map { "\($0.rule) \($0.contract.pointer): \($0.message)" }
    }

    /// Returns every finding as `rule pointer`.
    func places(@BindingBuilder _ bindings: () -> [Binding]) async throws -> [String] {
        try await report(bindings).findings.map { "\($0.rule) \($0.contract.pointer)" }
    }
}
