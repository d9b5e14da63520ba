import ContractChecking
import ExchangesFixture
import Foundation
import TestSupport
import Testing

/// Recordings from before stand-ins named their tokens: every token is `{header:Authorization}`.
@Suite struct EarlierRecordingTests {
    private static let only = ["workshop/*/freshAccount/*", "workshop/*/account/expired token"]

    /// Returns a copy of the workshop with those recordings.
    private func workshop() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["Contracts", "Recordings"] {
            try FileManager.default.copyItem(
                at: Workshop.folder.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
        }
        for name in ["freshAccount.expired token", "account.expired token"] {
            let earlier = Workshop.folder.appendingPathComponent("EarlierRecordings/workshop/\(name).har")
            let text = try String(contentsOf: earlier, encoding: .utf8)
            #expect(text.contains(#""value": "{header:Authorization}""#))
            try folder.write(text, to: "Recordings/workshop/\(name).har")
        }
        return folder
    }

    private func findings(_ flaw: ClientFlaw?, in folder: URL) async -> [String] {
        let report = await Workshop.suite(flaw, in: folder).verify(Options(mode: .replay, only: Self.only))
        return report.findings.map(\.rule)
    }

    @Test func replayAsBefore() async throws {
        let folder = try workshop()
        #expect(await findings(nil, in: folder.url) == [])
        #expect(await findings(.refreshesNothing, in: folder.url).contains("client.threw"))
        // These recordings do not distinguish the tokens.
        #expect(await findings(.repeatsWithTheOldToken, in: folder.url) == [])
    }

    @Test func nameTheOriginsOfTokensAfterRerecording() async throws {
        let folder = try workshop()
        let server = WorkshopServer()
        var options = Workshop.options(.record, over: try server.start())
        defer { server.stop() }
        options.only = Self.only
        let report = await Workshop.suite(in: folder.url).verify(options)
        #expect(report.findings.map(\.message) == [])
        #expect(report.recordings.map(\.kind) == [.changed, .changed])
        #expect(
            try folder.text(of: "Recordings/workshop/freshAccount.expired token.har").contains(
                "Bearer {env:WORKSHOP_EXPIRED_TOKEN}"))
        #expect(await findings(nil, in: folder.url) == [])
        #expect(await findings(.repeatsWithTheOldToken, in: folder.url) == ["client.flow"])
    }
}
