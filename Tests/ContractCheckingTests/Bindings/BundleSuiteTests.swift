import ContractChecking
import Foundation
import TestSupport
import Testing

/// A suite whose files are resources of a read-only bundle.
struct BundleSuiteTests {
    private static let contract = #"{ "service": "ping", "origin": "https://ping.example", "models": {} }"#

    private func bundle(_ folder: TemporaryFolder) throws -> Bundle {
        let path = folder.path("Fixtures.bundle")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return try #require(Bundle(path: path))
    }

    @Test func readsTheFoldersOfTheBundle() throws {
        let folder = try TemporaryFolder()
        let bundle = try bundle(folder)
        let resources = try #require(bundle.resourceURL)
        let contracts = resources.appendingPathComponent("API/Contracts/ping")
        try FileManager.default.createDirectory(at: contracts, withIntermediateDirectories: true)
        try Data(Self.contract.utf8).write(to: contracts.appendingPathComponent("contract.json"))
        let suite = ContractSuite(bundle: bundle, subdirectory: "API") {}
        #expect(suite.checks.map(\.service) == ["ping"])
        #expect(suite.recordings.path.hasSuffix("API/Recordings"))
    }

    @Test func explainsHowToAddContractsToABundle() async throws {
        let folder = try TemporaryFolder()
        let suite = ContractSuite(bundle: try bundle(folder)) {}
        let report = await suite.verify(Options(mode: .replay))
        #expect(report.findings.first?.message.contains("add .copy(\"Contracts\") to the resources") == true)
    }

    @Test func refusesToRecordIntoABundle() async throws {
        let folder = try TemporaryFolder()
        let suite = ContractSuite(bundle: try bundle(folder)) {}
        var options = Options(mode: .record)
        options.environment = [:]
        let report = await suite.verify(options)
        #expect(!report.checks.isEmpty)
        #expect(report.checks.allSatisfy { $0.outcome == .error })
        #expect(report.checks[0].reason?.contains("give the suite a folder to record to") == true)
    }

    @Test func usesTheGivenRecordingsFolder() throws {
        let folder = try TemporaryFolder()
        let suite = ContractSuite(bundle: try bundle(folder), recordings: folder.url) {}
        #expect(suite.recordings == folder.url)
    }
}
