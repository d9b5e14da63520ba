import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Faults that depend on earlier requests.
struct FaultSequenceTests {
    /// A service with tokens, pages and ETags that never fails on its own.
    private struct Service: Transport {
        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let url = try #require(request.url)
            let body =
                switch url.path {
                case "/session": #"{"token":"tok-1a2b3c4d5e","refresh_token":"ref-9f8e7d6c5b"}"#
                case "/token": #"{"token":"tok-1a2b3c4d5e"}"#
                case "/pages": #"{"next":"cur-4f5e6d7c"}"#
                default: "{}"
                }
            let response = try #require(
                HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                    headerFields: ["Content-Type": "application/json"]))
            return (Data(body.utf8), response)
        }
    }

    /// Returns the status of each request, which has a path and either a token or a condition.
    private func statuses(
        _ fault: Fault, _ sequence: FaultSequence, _ requests: [(path: String, header: String?)]
    ) async throws -> [Int] {
        let transport = FaultTransport(wrapping: Service(), fault: fault, sequence: sequence)
        var statuses: [Int] = []
        for (path, header) in requests {
            var request = URLRequest(url: try #require(URL(string: "https://club.example.com\(path)")))
            let name = fault == .notModified ? "If-None-Match" : "Authorization"
            if let header { request.setValue(header, forHTTPHeaderField: name) }
            statuses.append(try await transport.send(request).1.statusCode)
        }
        return statuses
    }

    @Test func refusesAnExpiredTokenUntilItIsRenewed() async throws {
        let sequence = try #require(FaultSequence(.expiredToken))
        // After the rejection, the response has a token that differs from the rejected one in its last digit.
        #expect(
            try await statuses(
                .expiredToken, sequence,
                [
                    ("/session", nil), ("/me", "Bearer tok-1a2b3c4d5e"), ("/token", nil),
                    ("/me", "Bearer tok-1a2b3c4d5e"), ("/me", "Bearer ref-9f8e7d6c5b"),
                    ("/me", "Bearer tok-1a2b3c4d5f"),
                    ("/other", "Bearer tok-1a2b3c4d5f"),
                ]) == [200, 401, 200, 401, 401, 200, 200])
        #expect(sequence.isTriggered)
        #expect(sequence.wrongValue?.found == "tok-1a2b3c4d5e")
        #expect(sequence.wrongValue?.expected == "tok-1a2b3c4d5f")
    }

    @Test func refusesARevokedTokenForever() async throws {
        let sequence = try #require(FaultSequence(.revokedToken))
        #expect(
            try await statuses(
                .revokedToken, sequence,
                [("/session", nil), ("/me", "Bearer a"), ("/token", nil), ("/me", "Bearer b"), ("/me", nil)])
                == [200, 401, 200, 401, 200])
        await #expect(throws: URLError.self) {
            _ = try await statuses(.revokedToken, sequence, Array(repeating: ("/me", "Bearer c"), count: 60))
        }
        #expect(sequence.isEndless)
    }

    /// A key sent with every request does not count as the revoked token.
    @Test func answersARefreshAfterRevokingAToken() async throws {
        let sequence = try #require(FaultSequence(.revokedToken, credentials: ["X-Key"]))
        let transport = FaultTransport(wrapping: Service(), fault: .revokedToken, sequence: sequence)
        var statuses: [Int] = []
        for (path, token) in [("/me", "Bearer a"), ("/token", nil), ("/me", "Bearer b")] {
            var request = URLRequest(url: try #require(URL(string: "https://club.example.com\(path)")))
            request.setValue("key-1a2b", forHTTPHeaderField: "X-Key")
            request.setValue(token, forHTTPHeaderField: "Authorization")
            statuses.append(try await transport.send(request).1.statusCode)
        }
        #expect(statuses == [401, 200, 401])
    }

    @Test func answersNotModifiedForTheCachedETag() async throws {
        let sequence = try #require(FaultSequence(.notModified))
        #expect(
            try await statuses(
                .notModified, sequence,
                [("/list", nil), ("/list", "\"unchanged\""), ("/list", "unchanged"), ("/list", nil), ("/other", nil)])
                == [200, 304, 200, 200, 200])
        #expect(sequence.wrongValue?.found == "unchanged")
        #expect(sequence.wrongValue?.expected == "\"unchanged\"")
    }

    @Test func refusesACursorUntilPagingRestarts() async throws {
        let sequence = try #require(FaultSequence(.staleCursor))
        #expect(
            try await statuses(
                .staleCursor, sequence,
                [
                    ("/pages", nil), ("/pages?after=cur-4f5e6d7c", nil), ("/pages?after=cur-4f5e6d7c", nil),
                    ("/pages", nil), ("/pages?after=cur-4f5e6d7c", nil),
                ]) == [200, 410, 410, 200, 200])
    }

    @Test func advancesTheClockInsteadOfWaiting() async throws {
        let clock = CallClock(waits: false)
        let start = clock.now
        try await clock.sleep(for: .seconds(3600))
        #expect(start.duration(to: clock.now) >= .seconds(3600))
    }

    @Test func takesTwoOperationsOfGraphQLForTwoEndpoints() {
        func request(_ query: String) -> RecordedRequest {
            RecordedRequest(
                method: "POST", url: "https://a.example/graphql", headers: ["Content-Type": "application/json"],
                body: Array(#"{"query":"\#(query)"}"#.utf8))
        }
        #expect(request("{ me { id } }").isSameEndpoint(as: request("{me {id}}")))
        #expect(!request("{ me { id } }").isSameEndpoint(as: request("mutation { refresh }")))
    }
}
