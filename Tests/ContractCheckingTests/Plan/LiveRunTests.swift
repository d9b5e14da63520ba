import Foundation
import HTTPRecording
import NotesFixture
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a live run asks of a server.
struct LiveRunTests {
    private func live(_ server: RecordingRunTests.Server, _ only: String...) async throws -> Report {
        var options = Options(mode: .live, only: only)
        options.servers.transport = server
        let folder = try NotesFolder()
        return await folder.suite().verify(options)
    }

    @Test func makesFaultsOfWhatTheCaseExchanged() async throws {
        let server = RecordingRunTests.Server()
        let report = try await live(server, "notes/*/find/*")
        #expect(report.checks.filter { $0.check.kind == .faults }.map(\.outcome) == [.passed, .passed, .passed])
        // Two cases, and nothing for the three faults.
        #expect(server.requests.withLock { $0 } == ["GET /v1/notes", "GET /v1/notes"])
    }

    @Test func asksTheServerForAFaultWhoseCaseIsNotCalled() async throws {
        let server = RecordingRunTests.Server()
        let report = try await live(server, "notes/faults/find/*")
        #expect(report.checks.map(\.outcome) == [.passed, .passed, .passed])
        // Under two of the three an answer comes, which the fault changes.
        #expect(server.requests.withLock { $0 } == ["GET /v1/notes", "GET /v1/notes"])
    }

    /// Of a request that the run sends by itself nobody can say that it waits too long.
    @Test func isNotEvaluatedWhereNoAnswerComesInTime() async throws {
        struct Silence: Transport {
            func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
                // Not even where it is cancelled.
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
        let reason = "notes.example.com gave no answer (timed out); is the service up? --deadline waits longer, "
        #expect(report.checks.first?.reason?.hasPrefix(reason) == true)
    }
}
