import ContractTesting
import ExchangesFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing
import XCTest

/// The workshop's checks as a user's tests.
@Suite struct WorkshopTests {
    static let suite = Workshop.suite()

    @Test(arguments: suite.checks) func contract(_ check: Check) async {
        await verify(check, of: Self.suite, Options(mode: .replay))
    }

    @Test func hasAllItsChecks() {
        let kinds = Dictionary(grouping: Self.suite.checks, by: \.kind).mapValues(\.count)
        #expect(kinds[.response] == 13)
        #expect(kinds[.client] == 13)
        #expect(kinds[.scenario] == 1)
        #expect(kinds[.faults] == 50)
    }

    private static func findings(of report: Report) -> [String] {
        report.checks.flatMap { result in
            result.findings.map { "\(result.check.id) \($0.rule): \($0.message) \($0.found ?? "")" }
                + [result.reason].compactMap { reason in reason.map { "\(result.check.id): \($0)" } }
        }
    }

    @Test func passesLiveUnderAllFaults() async throws {
        let server = WorkshopServer()
        let origin = try server.start()
        defer { server.stop() }
        let report = await Self.suite.verify(Workshop.options(.live, over: origin))
        #expect(Self.findings(of: report) == [])
        #expect(report.checks.filter { $0.outcome != .passed }.map(\.check.id) == [])
    }

    /// `UPDATE_GOLDEN=1` rewrites the recordings.
    @Test func recordsTheCommittedFiles() async throws {
        let server = WorkshopServer()
        let origin = try server.start()
        defer { server.stop() }
        let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
        let folder = try TemporaryFolder()
        if !isUpdate {
            for name in ["Contracts", "Recordings"] {
                try FileManager.default.copyItem(
                    at: Workshop.folder.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
            }
        }
        let suite = isUpdate ? Self.suite : Workshop.suite(in: folder.url)
        let report = await suite.verify(Workshop.options(.record, over: origin))
        #expect(Self.findings(of: report) == [])
        if isUpdate { return }
        #expect(report.recordings.filter { $0.kind != .unchanged }.map(\.file) == [])
        #expect(report.recordings.count == 14)
    }

    @Test func keepsThePiecesOfAStream() throws {
        let store = RecordingStore(folder: Workshop.folder.appendingPathComponent("Recordings"))
        let response = try #require(try store.load("workshop/progress.three steps.har").entries.first?.response)
        #expect(response.chunks == [36, 41, 2, 60])
        #expect(String(decoding: response.body.prefix(8), as: UTF8.self) == ": hello\n")
        let log = try #require(try store.load("workshop/log.three lines.har").entries.first?.response)
        #expect(log.chunks == [40, 10, 81])
    }

    @Test func recordsTheStepsOfACaseInTheirOrder() throws {
        let store = RecordingStore(folder: Workshop.folder.appendingPathComponent("Recordings"))
        func steps(_ name: String) throws -> [String] {
            try store.load("workshop/\(name).har").entries.map {
                "\($0.request.method) \(URL(string: $0.request.url)?.path ?? "") \($0.response.status)"
            }
        }
        #expect(
            try steps("freshAccount.expired token")
                == ["GET /v1/account 401", "POST /v1/token 200", "GET /v1/account 200"])
        #expect(try steps("catalogue.asked twice") == ["GET /v1/catalogue 200", "GET /v1/catalogue 304"])
        #expect(try steps("ticket.told to wait") == ["GET /v1/tickets/7 429", "GET /v1/tickets/7 200"])
        #expect(try steps("allCourses.two pages") == ["GET /v1/courses 200", "GET /v1/courses 200"])
    }

    @Test func reportsAStreamThatNeverEnds() async throws {
        let server = WorkshopServer(isEndless: true)
        let origin = try server.start()
        defer { server.stop() }
        var options = Workshop.options(.live, over: origin)
        options.only = ["workshop/client/progress/*", "workshop/response/progress/*"]
        options.servers.transport = LiveTransport(deadline: .seconds(2))
        let report = await Self.suite.verify(options)
        #expect(report.checks.allSatisfy { $0.outcome == .error })
        let text = Self.findings(of: report).joined()
        #expect(text.contains("the stream does not end: 139 bytes in 4 pieces came in 2 s"), "\(text)")
    }
}

/// The same tests with XCTest.
final class WorkshopXCTests: XCTestCase {
    func testWorkshop() async { await verify(service: "workshop", of: WorkshopTests.suite, Options(mode: .replay)) }
}
