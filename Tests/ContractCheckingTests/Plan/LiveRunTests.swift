import Foundation
import HTTPRecording
import NotesFixture
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests that a live run sends to a server.
struct LiveRunTests {
    private func live(_ server: RecordingRunTests.Server, _ only: String...) async throws -> Report {
        var options = Options(mode: .live, only: only)
        options.servers.transport = server
        let folder = try NotesFolder()
        return await folder.suite().verify(options)
    }

    @Test func derivesFaultsFromTheExchangesOfTheCases() async throws {
        let server = RecordingRunTests.Server()
        let report = try await live(server, "notes/*/find/*")
        #expect(report.checks.filter { $0.check.kind == .faults }.map(\.outcome) == [.passed, .passed, .passed])
        // One request for each of the two cases, and none for the three faults.
        #expect(server.requests.withLock { $0 } == ["GET /v1/notes", "GET /v1/notes"])
    }

    @Test func sendsRequestsForFaultsWhoseCaseDoesNotRun() async throws {
        let server = RecordingRunTests.Server()
        let report = try await live(server, "notes/faults/find/*")
        #expect(report.checks.map(\.outcome) == [.passed, .passed, .passed])
        // Two of the three faults change a response. The third, `unreachable`, needs none.
        #expect(server.requests.withLock { $0 } == ["GET /v1/notes", "GET /v1/notes"])
    }

    /// A timeout of a request that the run itself sends says nothing about the client.
    @Test func doesNotEvaluateAResponseThatTimesOut() async throws {
        struct Silence: Transport {
            func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
                // Ignores cancellation.
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                throw URLError(.timedOut)
            }
        }
        var options = Options(mode: .live, only: ["notes/response/add/*"])
        options.environment = ["NOTES_TOKEN": "s3cret-token"]
        options.servers.transport = Silence()
        options.allowsUnsafeMethods = true
        options.deadline = 0.2
        let folder = try NotesFolder()
        let report = await folder.suite().verify(options)
        #expect(report.checks.map(\.outcome) == [.error])
        let reason = "notes.example.com returned no response (timed out); is the service up? --deadline waits longer, "
        #expect(report.checks.first?.reason?.hasPrefix(reason) == true)
    }
}
