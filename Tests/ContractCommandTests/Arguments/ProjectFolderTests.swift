import CommandTestSupport
import ContractChecking
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Discovery of a project's contracts from any of its subfolders.
struct ProjectFolderTests {
    private func suite(in directory: String) -> ContractSuite {
        ContractSuite(
            contracts: URL(fileURLWithPath: directory + "/Contracts", isDirectory: true),
            recordings: URL(fileURLWithPath: directory + "/Recordings", isDirectory: true), services: [])
    }

    @Test func findsTheFoldersAboveTheWorkingDirectory() throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("", to: "Sources/App/Screens/Basket.swift")
        let below = project.path("Sources/App/Screens")
        let found = ProjectFolder.suite(suite(in: below), from: below)
        #expect(found.contracts.path.hasSuffix(project.url.lastPathComponent + "/Contracts"))
        #expect(found.recordings.path.hasSuffix(project.url.lastPathComponent + "/Recordings"))
    }

    @Test func prefersContractsInTheWorkingDirectory() throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("{}", to: "Nested/Contracts/shop/contract.json")
        let nested = project.path("Nested")
        #expect(ProjectFolder.suite(suite(in: nested), from: nested).contracts.path == nested + "/Contracts")
    }

    @Test(arguments: ["Other/.git/HEAD", "Other/Package.swift"])
    func doesNotSearchAboveTheProjectRoot(mark: String) throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("", to: mark)
        try project.write("", to: "Other/Sources/a.swift")
        #expect(ProjectFolder.root(holding: "Contracts", above: project.path("Other/Sources")) == nil)
        #expect(ProjectFolder.root(holding: "Contracts", above: project.path("Other")) == nil)
    }

    /// Recordings that are resources of a bundle stay read-only if only the contracts are elsewhere.
    @Test func keepsABundlesRecordingsReadOnly() throws {
        let bundled = ContractSuite(bundle: .main) {}
        let folder = try TemporaryFolder().url
        #expect(bundled.with(contracts: folder).isReadOnly)
        #expect(!bundled.with(recordings: folder).isReadOnly)
    }

    @Test func suggestsInitIfThereIsNoContract() async throws {
        let folder = try TemporaryFolder()
        let output = await CommandOutput.of(["verify"], over: suite(in: folder.url.path))
        #expect(output.code == .usage)
        #expect(output.err.contains("or start with 'contracts init SERVICE'"))
    }

    @Test func reportsAMissingSchemaFileAndWritesItOnRequest() async throws {
        let fixture = try CommandFixture()
        let contract = try fixture.text(of: "Contracts/ping/contract.json")
        try fixture.write(
            contract.replacingOccurrences(
                of: "\"service\": \"ping\"", with: "\"$schema\": \"../contract.schema.json\",\n  \"service\": \"ping\""),
            to: "Contracts/ping/contract.json")
        let reported = await fixture.run("lint")
        #expect(reported.code == .success)
        #expect(reported.out.contains("contract.json:2:"))
        #expect(reported.out.contains("'$schema' points to a missing file"))
        #expect(reported.out.contains("'contracts lint --write-schema' creates it"))
        let written = await fixture.run("lint", "--write-schema")
        #expect(written.code == .success)
        #expect(try fixture.text(of: "Contracts/contract.schema.json").contains("\"$defs\""))
        #expect(await !fixture.run("lint").out.contains("points to a missing file"))
    }
}
