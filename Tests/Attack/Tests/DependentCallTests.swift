import AttackFixture
import ContractTesting
import Foundation
import TestSupport
import Testing
import XCTest

@testable import ContractCommand

/// Calls that depend on earlier responses. A client that passes on a wrong value fails in every mode; a sound client
/// passes.
@Suite(.timeLimit(.minutes(10)))
struct DependentCallTests {
    enum Mode: String, CaseIterable {
        case workers, alone, live, swiftTesting, xctest
    }

    /// The part of the report that identifies each fault.
    private static let messages: [Club: String] = [
        .staleToken:
            "sends the token of 'signIn' in the header 'Authorization' to 'me', expected the token of 'refresh'",
        .refreshToken:
            "sends the refresh_token of 'signIn' in the header 'Authorization' to 'me', expected the token of 'refresh'",
        .otherSession:
            "sends the token of 'signIn' (response 1) in the header 'Authorization' to 'me', expected the token of 'signIn' "
            + "(response 2)",
        .noTag: "sends no header 'If-None-Match' to 'list', expected the Etag of 'list' (response 1)",
        .otherTag:
            "sends another value in the header 'If-None-Match' to 'list', expected the Etag of 'list' (response 1)",
        .tagWithoutQuotes:
            "sends the Etag of 'list' (response 1) without its quotes in the header 'If-None-Match' to 'list', expected the "
            + "Etag of 'list' (response 1)",
        .wrongCursor:
            "sends the next of 'members' (response 1) in the query 'after' to 'members', expected the next of 'members' "
            + "(response 2)",
        .pagesInWrongOrder:
            "it contains the instance of 'members' (response 3) at 0, expected the instance of 'members' (response 1)",
        .keepsOldPages: "it contains 4 instead of 3",
        .stopsAfterThreePages: "the call leaves out the pages after page 3",
        .newKeyInRetry:
            "sends a new Idempotency-Key when it tries 'order' again, expected the Idempotency-Key of its first attempt",
        .oldKeyInNewCall:
            "sends the Idempotency-Key of an earlier call of 'order' in a new one, expected a new key",
        .ignoresRetryAfter: "asks 'ticket' again at once, expected the Retry-After of 'ticket': 1 s",
        .refreshesForEver: "with a revoked token the call retries endlessly",
        .keepsAStaleCursor: "with a stale cursor the call retries endlessly",
        .readsAnOlderKey: "beside 'number', a key that the model requests",
        .passesOverWhatItCannotRead: "with a malformed body the call does not finish",
    ]

    /// A folder with recordings of the sound client.
    private static let recorded = Task {
        let folder = try TemporaryFolder()
        try folder.write(Club.contract, to: "Contracts/club/contract.json")
        let server = try ClubServer()
        defer { withExtendedLifetime(server) {} }
        let run = try await Attack.run(
            ["record", "--allow-ci"] + server.words, in: folder.url, ["CLUB": "sound"], within: 90)
        #expect(run.end == .exit(0), "\(run)")
        return folder
    }

    private static let only = ["club/client/*", "club/response/*", "club/faults/*", "club/model/*"]

    @Test(arguments: Club.allCases, Mode.allCases)
    func findsEachFaultInEveryMode(client: Club, mode: Mode) async throws {
        let folder = try TemporaryFolder()
        for name in ["Contracts", "Recordings"] {
            try FileManager.default.copyItem(
                at: try await Self.recorded.value.url.appendingPathComponent(name),
                to: folder.url.appendingPathComponent(name))
        }
        let run = try await run(mode, in: folder.url, ["CLUB": client.rawValue])
        // The service has three pages.
        if mode == .live, client == .stopsAfterThreePages { return #expect(run.end == .exit(0), "\(run)") }
        #expect(run.end == .exit(client == .sound ? 0 : 1), "\(run)")
        if let message = Self.messages[client] { #expect((run.text + run.errors).contains(message), "\(run)") }
    }

    private func run(_ mode: Mode, in folder: URL, _ variables: [String: String]) async throws -> Attack.Run {
        let words = ["verify"] + Self.only.flatMap { ["--only", $0] }
        switch mode {
        case .workers: return try await Attack.run(words, in: folder, variables, within: 90)
        case .alone: return try await Attack.run(words + ["--isolation", "none"], in: folder, variables, within: 90)
        case .live:
            let server = try ClubServer()
            defer { withExtendedLifetime(server) {} }
            return try await Attack.run(
                words + ["--mode", "live"] + server.words, in: folder, variables, within: 90)
        case .swiftTesting:
            return try await Attack.test("DependentCallTests/runsInATest", in: folder, variables, within: 90)
        case .xctest:
            return try await Attack.xctest("DependentCallXCTests/testClub", in: folder, variables, within: 90)
        }
    }

    /// Runs only in a separate test process that another test starts.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CLUB"] != nil))
    func runsInATest() async throws { try await Self.verifyClub() }

    static func verifyClub() async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: try #require(environment["NOTES_FOLDER"]))
        let client = try #require(environment["CLUB"].flatMap(Club.init(rawValue:)))
        await verify(service: "club", of: client.suite(in: folder), Options(mode: .replay, only: only))
    }
}

/// The XCTest counterpart of `runsInATest`.
final class DependentCallXCTests: XCTestCase {
    func testClub() async throws {
        guard ProcessInfo.processInfo.environment["CLUB"] != nil else { return }
        try await DependentCallTests.verifyClub()
    }
}
