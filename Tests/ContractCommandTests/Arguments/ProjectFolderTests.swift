import CommandTestSupport
import ContractChecking
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// A command finds the contracts of its project from any folder below it.
struct ProjectFolderTests {
    private func suite(in directory: String) -> ContractSuite {
        ContractSuite(
            contracts: URL(fileURLWithPath: directory + "/Contracts", isDirectory: true),
            recordings: URL(fileURLWithPath: directory + "/Recordings", isDirectory: true), services: [])
    }

    @Test func findsTheFoldersAboveTheOneItIsTypedIn() throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("", to: "Sources/App/Screens/Basket.swift")
        let below = project.path("Sources/App/Screens")
        let found = ProjectFolder.suite(suite(in: below), from: below)
        #expect(found.contracts.path.hasSuffix(project.url.lastPathComponent + "/Contracts"))
        #expect(found.recordings.path.hasSuffix(project.url.lastPathComponent + "/Recordings"))
    }

    @Test func staysWhereTheFolderIs() throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("{}", to: "Nested/Contracts/shop/contract.json")
        let nested = project.path("Nested")
        #expect(ProjectFolder.suite(suite(in: nested), from: nested).contracts.path == nested + "/Contracts")
    }

    @Test(arguments: ["Other/.git/HEAD", "Other/Package.swift"])
    func looksNoFurtherThanTheRootOfTheProject(mark: String) throws {
        let project = try TemporaryFolder()
        try project.write("{}", to: "Contracts/shop/contract.json")
        try project.write("", to: mark)
        try project.write("", to: "Other/Sources/a.swift")
        #expect(ProjectFolder.root(holding: "Contracts", above: project.path("Other/Sources")) == nil)
        #expect(ProjectFolder.root(holding: "Contracts", above: project.path("Other")) == nil)
    }

    @Test func namesInitWhereThereIsNoContract() async throws {
        let folder = try TemporaryFolder()
        let output = await CommandOutput.of(["verify"], over: suite(in: folder.url.path))
        #expect(output.code == .usage)
        #expect(output.err.contains("or begin with 'contracts init SERVICE'"))
    }

    @Test func tellsASchemaThatLeadsNowhereAndWritesIt() async throws {
        let fixture = try CommandFixture()
        let contract = try fixture.text(of: "Contracts/ping/contract.json")
        try fixture.write(
            contract.replacingOccurrences(
                of: "\"service\": \"ping\"", with: "\"$schema\": \"../contract.schema.json\",\n  \"service\": \"ping\""),
            to: "Contracts/ping/contract.json")
        let told = await fixture.run("lint")
        #expect(told.code == .success)
        #expect(told.out.contains("contract.json:2:"))
        #expect(told.out.contains("'$schema' leads nowhere"))
        #expect(told.out.contains("'contracts lint --write-schema' writes it"))
        let written = await fixture.run("lint", "--write-schema")
        #expect(written.code == .success)
        #expect(try fixture.text(of: "Contracts/contract.schema.json").contains("\"$defs\""))
        #expect(await !fixture.run("lint").out.contains("leads nowhere"))
    }
}
