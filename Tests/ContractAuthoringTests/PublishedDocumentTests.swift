import ContractFormat
import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring

/// The import and scaffolding of published documents, whose contracts pass every rule of `lint`.
///
/// With `DOCUMENTS=1` or the names of some (`DOCUMENTS=box,uspto`), as in `make documents`, the scaffolded code of many
/// endpoints is compiled and verified, and `fit` must propose nothing.
@Suite(.serialized) struct PublishedDocumentTests {
    /// The endpoints that the scaffold cannot generate.
    private static let gaps = [
        "box": ["endpoint get_search: 'mdfilters' is an object, which has no string form: write it by hand"],
        "intercom213": ["endpoint lisDataEvents: 'filter' is only described by a schema: write it by hand"],
        "intercom214": ["endpoint lisDataEvents: 'filter' is only described by a schema: write it by hand"],
    ]

    @Test(arguments: PublishedDocument.all) func importsAndScaffolds(_ document: PublishedDocument) throws {
        guard let draft = try Self.draft(of: document) else { return }
        let folder = try TemporaryFolder()
        let writer = ContractWriter(contracts: folder.url)
        let plan = try writer.plan(draft)
        #expect(plan.contract.endpoints.count == draft.endpoints.count)
        let scaffold = ClientScaffold(plan.contract)
        #expect(scaffold.gaps.map(\.description) == Self.gaps[document.service] ?? [])
        #expect(scaffold.endpoints.count + scaffold.gaps.count == plan.contract.endpoints.count)
    }

    @Test(
        .enabled(if: PublishedDocument.wanted != nil, "run it with 'make documents'"),
        arguments: PublishedDocument.all.filter { PublishedDocument.wanted?.takes($0) ?? false })
    func verifiesTheScaffoldedClient(_ document: PublishedDocument) async throws {
        guard let whole = try Self.draft(of: document) else { return }
        let start = Date()
        let draft = try document.draft(only: PublishedDocument.sample(of: whole, count: 24))
        let folder = try TemporaryFolder()
        let writer = ContractWriter(contracts: folder.url.appending(path: "Contracts"))
        let plan = try writer.plan(draft)
        try writer.write(plan)
        let scaffold = ClientScaffold(plan.contract)
        #expect(scaffold.gaps == [])
        #expect(scaffold.endpoints.count >= min(20, whole.endpoints.count))
        try ScaffoldedProgram(contract: plan.contract, scaffold: scaffold).write(to: folder.url)
        let program = try await Workshop.program(in: folder.url)
        let lines = try await Workshop.run(program, [folder.url.path]).split(separator: "\n").map(String.init)
        #expect(lines.filter { !$0.contains(" passed ") && !$0.contains(" warning ") } == [], "\(document)")
        let fit = try await Workshop.run(
            program, ["fit", document.service, "--isolation", "none"], in: folder.url)
        #expect(fit == "no changes to propose: the contract matches the code\n", "\(document)")
        let passed = lines.first { $0.hasPrefix("replay passed") } ?? "nothing was replayed"
        print(
            "| \(document) | \(whole.endpoints.count) | \(scaffold.endpoints.count) | \(plan.contract.models.count) |",
            "\(passed.dropFirst("replay passed ".count)) | \(whole.omissions.count) |",
            "\(Int(Date().timeIntervalSince(start))) |")
    }

    /// Returns the draft of a document. Without `DOCUMENTS=1`, large documents are skipped with a note and `nil` is
    /// returned, because they take up to 15 s each in a debug build.
    private static func draft(of document: PublishedDocument) throws -> ContractDraft? {
        let isWanted = PublishedDocument.wanted?.takes(document) ?? false
        let size = try document.file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        if size > 400_000, !isWanted {
            print("documents: \(document): not run without DOCUMENTS=1")
            return nil
        }
        return try document.draft()
    }
}
